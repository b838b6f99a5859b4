import { limits } from "#lib/contract/limits.ts";
import type { ImageRequirements } from "#lib/contract/platforms/image-requirements.ts";
import type { ReadLinkPage } from "#lib/service/channels/core/connector.ts";
import type { GuardedFetch } from "#lib/service/egress/guarded-fetch.ts";
import { type FittedImage, fitImage } from "#lib/service/media/processing/fit-image.ts";
import { decodeLimiter, sharp } from "#lib/service/media/processing/restricted-sharp.ts";
import { parsePageMetadata } from "./parse-page-metadata.ts";

/** Time limits of a page with its redirects, and of its image: together well below that of one platform call. */
const pageMs = 8_000;
const imageMs = 8_000;
/** A page's metadata are in its head; the rest is not read. */
const pageBytes = 524_288;
const imageBytes = 8_000_000;
const redirectsMax = 4;
/** Not a browser's name, but in the form that most sites let pass. */
const userAgent = "Mozilla/5.0 (compatible; Postwright; link preview)";

/** Creates the reader. Each redirect passes the outbound guard like the link itself. */
export function createLinkPageReader(guardedFetch: GuardedFetch): ReadLinkPage {
  async function get(url: string, options: GetOptions): Promise<GetResult> {
    const endMs = performance.now() + options.timeoutMs;
    let address = url;
    for (let hops = 0; hops <= redirectsMax; hops += 1) {
      const timeoutMs = Math.max(1, Math.round(endMs - performance.now()));
      const answer = await guardedFetch({
        url: address,
        method: "GET",
        headers: { "user-agent": userAgent, accept: options.accept },
        timeoutMs,
        answerBytesMax: options.bytesMax,
        ...(options.signal && { signal: options.signal }),
      });
      if ("problem" in answer) return { why: answer.why };
      const location = answer.headers["location"];
      const next = answer.status >= 300 && answer.status < 400 && location ? toSecureUrl(location, address) : undefined;
      if (next === null) return { why: "It redirects to an invalid address." };
      if (next === undefined) return { ...answer, address };
      address = next;
    }
    return { why: "It redirects too often." };
  }

  async function readImage(url: string | null, form: ImageRequirements, signal?: AbortSignal) {
    if (url === null) return null;
    const options = {
      accept: "image/jpeg, image/png, image/webp, image/gif",
      bytesMax: imageBytes,
      timeoutMs: imageMs,
    };
    const answer = await get(url, { ...options, ...(signal && { signal }) });
    if ("why" in answer || answer.status !== 200 || answer.isCut) return null;
    // A card without an image is better than none: damage, another type and too many pixels are no failure.
    return await decodeLimiter.take(() => fitWithinPixels(answer.bytes, form)).catch(() => null);
  }

  return async (link, form, signal) => {
    const url = toSecureUrl(link, link);
    if (url === null) return { why: "The link isn't a valid address." };
    const options = { accept: "text/html, application/xhtml+xml", bytesMax: pageBytes, timeoutMs: pageMs };
    const answer = await get(url, { ...options, ...(signal && { signal }) });
    if ("why" in answer) return { why: `The link's page couldn't be read. ${answer.why}` };
    if (answer.status !== 200) return { why: `The link's server answered with status ${answer.status}.` };
    const type = answer.headers["content-type"] ?? "";
    if (!/^\s*(?:text\/html|application\/xhtml\+xml)\b/iu.test(type)) return { why: "The link leads to no web page." };
    const { title, description, image } = parsePageMetadata(decodePage(answer.bytes, type));
    if (title === "") return { why: "The link's page has no title." };
    return {
      title: cut(title, limits.linkCardTitleCharacters),
      description: cut(description, limits.linkCardDescriptionCharacters),
      image: await readImage(image === null ? null : toSecureUrl(image, answer.address), form, signal),
    };
  };
}

/** The header is read first: an image of few bytes may have any number of pixels. */
async function fitWithinPixels(bytes: Buffer, form: ImageRequirements): Promise<FittedImage | null> {
  const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
  return width * height > limits.imagePixels ? null : await fitImage(bytes, form);
}

type GetOptions = { accept: string; bytesMax: number; timeoutMs: number; signal?: AbortSignal };
type GetResult =
  | { status: number; headers: Record<string, string>; bytes: Buffer; isCut: boolean; address: string }
  | { why: string };

/** The guard lets plain http pass only to allowed hosts; nearly every page of plain http has one of https too. */
function toSecureUrl(address: string, base: string): string | null {
  const url = URL.canParse(address, base) ? new URL(address, base) : null;
  if (url === null || !/^https?:$/u.test(url.protocol)) return null;
  if (url.protocol === "http:" && url.port === "") url.protocol = "https:";
  url.hash = "";
  return url.href;
}

/** Decodes by the charset of the header, of a byte order mark or of the first `meta`; UTF-8 otherwise. */
export function decodePage(bytes: Buffer, contentType: string): string {
  const named = /charset\s*=\s*["']?([a-z0-9_:.-]{1,40})/iu;
  const head = bytes.subarray(0, 2_048).toString("latin1");
  const label = named.exec(contentType)?.[1] ?? (head.startsWith("\xef\xbb\xbf") ? null : named.exec(head)?.[1]);
  try {
    return new TextDecoder(label ?? "utf-8").decode(bytes);
  } catch {
    return new TextDecoder("utf-8").decode(bytes);
  }
}

function cut(text: string, characters: number): string {
  if (text.length <= characters) return text;
  let short = "";
  for (const character of text) {
    if (short.length + character.length >= characters) break;
    short += character;
  }
  return `${short.trimEnd()}…`;
}
