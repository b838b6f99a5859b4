import "server-only";

/** The default target. */
const home = "/";

/** Paths for programs, or that would lead straight back to the form. */
const notPages = /^\/(sign-in|setup|read|upload|v1|media|calendar\.ics)(\/|$|\?)/;

/** Returns a safe path of this app to open after sign-in; any other target becomes the start page. */
export function toSafeRedirectPath(asked: string | null | undefined): string {
  // Browsers read a backslash as a slash, and drop tabs and line breaks: `/\t/evil.example` is another host.
  if (!asked?.startsWith("/") || /^\/[/\\]|[\\\s]|\p{Cc}/u.test(asked)) return home;
  const base = "http://own.invalid";
  if (!URL.canParse(asked, base)) return home;
  const { origin, pathname, search, hash } = new URL(asked, base);
  const path = pathname + search + hash;
  return origin !== base || path.startsWith("//") || notPages.test(path) ? home : path;
}
