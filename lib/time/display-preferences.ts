/** A member's preferences for times and lists. */
export type DisplayPreferences = {
  /** IANA zone of all shown times. */
  zone: string;
  /** Shown beside `zone`, or null. */
  secondZone: string | null;
  /** 0 is Sunday, 1 Monday. */
  weekStart: number;
  clock: "24" | "12";
  density: "comfortable" | "dense";
  /** Seconds that a publish or retry waits, so that it can be undone. */
  undoSeconds: number;
};
