/** Headers of answers that say something about the outcome; cookies and the like are left out. */
const shownHeaders = /^(?:content-type|date|retry-after|location|x-restli-id|(?:x-)?(?:app-|user-)?rate-?limit.*)$/u;
const secretNames = /token|secret|password|authorization|cookie|session|email|jwt|signature/iu;
const cut = "(cut)";
const depthMax = 50;

export const getShownHeaders = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => shownHeaders.test(name.toLowerCase())));

/**
 * Returns a value without secrets: known ones wherever they occur, the values of fields whose name says that they hold
 * one, and query parameters of such names.
 */
export function cutSecrets(value: unknown, secrets: readonly string[], depth = 0): unknown {
  // An answer that is nested without an end would end the process's stack.
  if (depth > depthMax) return cut;
  if (typeof value === "string") {
    const known = secrets.filter((secret) => secret.length >= 6);
    const without = known.reduce((text, secret) => text.replaceAll(secret, cut), value);
    return cutParameters(without);
  }
  if (Array.isArray(value)) return value.map((inner) => cutSecrets(inner, secrets, depth + 1));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([name, inner]) => [
    name,
    secretNames.test(name) && typeof inner !== "object" ? cut : cutSecrets(inner, secrets, depth + 1),
  ]);
  return Object.fromEntries(entries);
}

const parameter = /[?&]([^=&?\s]*)=/gu;
const secretParameter = /token|secret|signature/iu;
const parameterValue = /[^&\s"]+/y;

/** Cuts the values of query parameters. A name and its value are found apart, so that each character is read once. */
function cutParameters(text: string): string {
  let shown = "";
  let done = 0;
  for (const { 0: whole, 1: name = "", index } of text.matchAll(parameter)) {
    const start = index + whole.length;
    parameterValue.lastIndex = start;
    if (index < done || !secretParameter.test(name) || !parameterValue.test(text)) continue;
    shown += `${text.slice(done, start)}${cut}`;
    done = parameterValue.lastIndex;
  }
  return shown + text.slice(done);
}
