export type Theme = "system" | "light" | "dark";

/**
 * Stored in a cookie, so that the server writes the theme into the first byte of the page: no flash of the other theme,
 * and no inline script that the content policy would have to allow.
 */
export const themeCookie = "theme";

/** Parses a cookie's value; anything unknown follows the system. */
export function parseTheme(value: string | undefined): Theme {
  return value === "light" || value === "dark" ? value : "system";
}
