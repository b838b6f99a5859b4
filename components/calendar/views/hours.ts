/** Px of one hour: a quarter of it is 12 px, the smallest step of a move. */
export const hourPx = 48;
/** Space below midnight, so that a post just before midnight is fully visible. */
export const footPx = 36;

export const getTopOffset = (minute: number) => `${(minute * hourPx) / 60}px`;
