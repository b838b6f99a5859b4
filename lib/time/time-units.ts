/** Lengths of time in ms. A day here has 24 hours; calendar days of a zone are in `days.ts`. */
export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;
