/** One part of a form: `fileName` and `mime` are null for a plain field. */
export type MultipartPart = { name: string; fileName: string | null; mime: string | null; bytes: Buffer };

/**
 * RFC 2046 §5.1.1: `boundary := 0*69<bchars> bcharsnospace`, so 70 characters at most. Telegram's server enforces this.
 */
const boundaryPattern = /^[0-9A-Za-z'()+_,\-./:=? ]{0,69}[0-9A-Za-z'()+_,\-./:=?]$/u;
const boundaryOf = /^multipart\/form-data;\s*boundary=(?:"([^"]*)"|([^;\s]*))$/iu;

/**
 * Parses a form as strictly as RFC 2046 §5.1.1 and RFC 7578 §4 allow, as some platforms do.
 * @throws Error with the rule that the form breaks
 */
export function parseMultipart(contentType: string, body: Buffer): MultipartPart[] {
  const found = boundaryOf.exec(contentType);
  const boundary = found?.[1] ?? found?.[2] ?? "";
  if (!boundaryPattern.test(boundary))
    throw new Error(`boundary has ${boundary.length} characters or violates RFC 2046`);
  const delimiter = Buffer.from(`--${boundary}`);
  if (!body.subarray(0, delimiter.length).equals(delimiter))
    throw new Error("the form does not begin with its boundary");
  const parts: MultipartPart[] = [];
  const next = Buffer.concat([Buffer.from("\r\n"), delimiter]);
  for (let at = delimiter.length; ; ) {
    const after = body.toString("latin1", at, at + 2);
    if (after === "--") return parts;
    if (after !== "\r\n") throw new Error("a boundary has no line end");
    const end = body.indexOf(next, at);
    if (end < 0) throw new Error("a part has no end");
    parts.push(readPart(body.subarray(at + 2, end)));
    at = end + next.length;
  }
}

function readPart(part: Buffer): MultipartPart {
  const headEnd = part.indexOf("\r\n\r\n");
  if (headEnd < 0) throw new Error("a part has no header");
  const head = part.toString("utf8", 0, headEnd);
  // RFC 7578 §4.2: each part has a Content-Disposition of form-data with a name.
  if (!/^content-disposition:\s*form-data;/imu.test(head)) throw new Error("a part has no form-data disposition");
  const name = readParameter(head, "name");
  if (name === null) throw new Error("a part has no name");
  return {
    name,
    fileName: readParameter(head, "filename"),
    mime: /^content-type:\s*(\S+)/imu.exec(head)?.[1] ?? null,
    bytes: part.subarray(headEnd + 4),
  };
}

/** Reads a parameter of the disposition: a quoted string or a token (RFC 2183 §2). */
function readParameter(head: string, name: string): string | null {
  const found = new RegExp(`;\\s*${name}=(?:"([^"]*)"|([^\\s;"]+))`, "iu").exec(head);
  return found?.[1] ?? found?.[2] ?? null;
}
