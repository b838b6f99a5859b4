import { parseMultipart } from "./parse-multipart.ts";

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
/** RFC 9110 §5.6.2 and §5.5: a token, and a value of visible characters, spaces and tabs. */
const headerName = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/u;
const headerValue = /^(?:[\x21-\x7e\u0080-\u00ff](?:[\t \x21-\x7e\u0080-\u00ff]*[\x21-\x7e\u0080-\u00ff])?)?$/u;

/**
 * Reads a request as strictly as the RFCs allow, as some platforms do: headers, and the body by its type.
 * @throws Error with the rule that the request breaks
 */
export function checkRequest(headers: Readonly<Record<string, string>>, body: string | Uint8Array | undefined): void {
  for (const [name, value] of Object.entries(headers)) {
    if (!headerName.test(name) || !headerValue.test(value)) throw new Error(`header ${name} violates RFC 9110`);
  }
  if (body === undefined || body.length === 0) return;
  const type = Object.entries(headers).find(([name]) => name.toLowerCase() === "content-type")?.[1] ?? "";
  if (type === "") throw new Error("a body has no content-type");
  const bytes = Buffer.from(body as Uint8Array);
  if (/^application\/(?:[a-z.+-]+\+)?json\b/iu.test(type)) checkJson(decoder.decode(bytes));
  else if (type.startsWith("application/x-www-form-urlencoded")) checkForm(decoder.decode(bytes));
  else if (type.startsWith("multipart/")) checkMultipart(type, bytes);
}

/** URL Standard, application/x-www-form-urlencoded: only these characters, and no field twice. */
function checkForm(text: string): void {
  if (!/^(?:[A-Za-z0-9*\-._+&=]|%[0-9A-F]{2})*$/u.test(text)) throw new Error("a form has an unescaped character");
  checkUnique([...new URLSearchParams(text).keys()], "field");
}

/** RFC 7578 §4: UTF-8 names and texts, and each field and file once. */
function checkMultipart(type: string, bytes: Buffer): void {
  const parts = parseMultipart(type, bytes);
  checkUnique(
    parts.map(({ name }) => name),
    "field",
  );
  checkUnique(
    parts.flatMap(({ fileName }) => fileName ?? []),
    "file name",
  );
  for (const part of parts) {
    if (part.fileName !== null && part.mime === null) throw new Error(`the file ${part.name} has no type`);
    const text = part.fileName === null ? decoder.decode(part.bytes) : "";
    if (/^[[{]/u.test(text)) checkJson(text);
  }
}

function checkUnique(names: readonly string[], what: string): void {
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw new Error(`the ${what} ${twice} comes twice`);
}

/** RFC 8259 and RFC 7493 (I-JSON): valid, no name of an object twice, no lone surrogate, no unsafe integer. */
export function checkJson(text: string): void {
  const value: unknown = JSON.parse(text);
  checkValues(value);
  // Written again from what was read, a text with a name twice has fewer names.
  if (countNames(text) !== countKeys(value)) throw new Error("an object has a name twice");
}

function checkValues(value: unknown): void {
  if (typeof value === "string" && !value.isWellFormed()) throw new Error("a text has a lone surrogate");
  if (typeof value === "number" && Number.isInteger(value) && !Number.isSafeInteger(value))
    throw new Error(`the number ${value} has lost digits`);
  if (typeof value === "object" && value !== null) for (const inner of Object.values(value)) checkValues(inner);
}

function countKeys(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  const own = Array.isArray(value) ? 0 : Object.keys(value).length;
  return Object.values(value).reduce((sum: number, inner) => sum + countKeys(inner), own);
}

/** Counts the names of objects in a valid text: strings that a colon follows. */
const countNames = (text: string): number =>
  [...text.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?/gu)].filter(([, colon]) => colon !== undefined).length;
