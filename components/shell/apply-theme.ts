import { type Theme, themeCookie } from "./theme-cookie.ts";

const yearSeconds = 365 * 24 * 60 * 60;

/** Applies the theme and stores it in this browser. */
export function applyTheme(theme: Theme): void {
  const ageSeconds = theme === "system" ? 0 : yearSeconds;
  // biome-ignore lint/suspicious/noDocumentCookie: cookieStore is missing on plain http, where a self-hosted dashboard may run
  document.cookie = `${themeCookie}=${theme}; Path=/; Max-Age=${ageSeconds}; SameSite=Lax`;
  if (theme === "system") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = theme;
}
