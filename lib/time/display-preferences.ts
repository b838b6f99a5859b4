/** How a member wants times and lists to look. */
export type DisplayPreferences = {
  /** IANA zone that times are written in. */
  zone: string;
  /** Shown beside it, or null. */
  secondZone: string | null;
  /** 0 is Sunday, 1 Monday. */
  weekStart: number;
  clock: "24" | "12";
  density: "comfortable" | "dense";
};
