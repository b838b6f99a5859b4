/**
 * Returns an address that a page may link to; null for anything but http, https and paths of this app, because a remote
 * service could send any address.
 */
export function toSafeHref(url: string): string | null {
  if (url.startsWith("/") && !url.startsWith("//")) return url;
  if (!URL.canParse(url)) return null;
  const { protocol } = new URL(url);
  return protocol === "https:" || protocol === "http:" ? url : null;
}
