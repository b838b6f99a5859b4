import "server-only";

/** Where a person goes when nothing else was asked for. */
const home = "/";

/** Addresses that answer programs or would lead straight back to the form. */
const notPages = /^\/(sign-in|setup|read|upload|v1|media|calendar\.ics)(\/|$|\?)/;

/** A path of this app to go to after sign-in; anything that leads elsewhere becomes the start page. */
export function toSafeRedirectPath(asked: string | null | undefined): string {
  // Browsers read a backslash as a slash, and drop tabs and line breaks: `/\t/evil.example` is another host.
  if (!asked?.startsWith("/") || /^\/[/\\]|[\\\s]|\p{Cc}/u.test(asked)) return home;
  const base = "http://own.invalid";
  if (!URL.canParse(asked, base)) return home;
  const { origin, pathname, search, hash } = new URL(asked, base);
  const path = pathname + search + hash;
  return origin !== base || path.startsWith("//") || notPages.test(path) ? home : path;
}
