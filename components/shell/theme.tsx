export type Theme = "system" | "light" | "dark";

/**
 * Kept in a cookie so that the server writes it into the first byte of the page: no flash of the other theme, and no
 * inline script that the content policy would have to allow.
 */
export const themeCookie = "theme";

/** A cookie's value as a theme; anything unknown follows the system. */
export function parseTheme(value: string | undefined): Theme {
  return value === "light" || value === "dark" ? value : "system";
}
