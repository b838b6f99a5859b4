/** Headers of answers that say something about the outcome; cookies and the like are left out. */
const shownHeaders = /^(?:content-type|date|retry-after|location|x-restli-id|(?:x-)?(?:app-|user-)?rate-?limit.*)$/u;
const secretNames = /token|secret|password|authorization|cookie|session|email|jwt|signature/iu;
const cut = "(cut)";

export const getShownHeaders = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => shownHeaders.test(name.toLowerCase())));

/**
 * Returns a value without secrets: known ones wherever they occur, the values of fields whose name says that they hold
 * one, and query parameters of such names.
 */
export function cutSecrets(value: unknown, secrets: readonly string[]): unknown {
  if (typeof value === "string") {
    const known = secrets.filter((secret) => secret.length >= 6);
    const without = known.reduce((text, secret) => text.replaceAll(secret, cut), value);
    return without.replace(/([?&][^=&\s]*(?:token|secret|signature)[^=&\s]*=)[^&\s"]+/giu, `$1${cut}`);
  }
  if (Array.isArray(value)) return value.map((inner) => cutSecrets(inner, secrets));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([name, inner]) => [
    name,
    secretNames.test(name) && typeof inner !== "object" ? cut : cutSecrets(inner, secrets),
  ]);
  return Object.fromEntries(entries);
}
