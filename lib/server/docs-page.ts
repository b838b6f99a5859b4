import {
  request as ask,
  createServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from "node:http";
import type { Socket } from "node:net";
import { duplexPair } from "node:stream";
import { text } from "node:stream/consumers";
import {
  createPrecompressedDocument,
  type PrecompressedDocument,
  respondWithPrecompressedDocument,
} from "#lib/static-document.ts";

/** The rendering depends only on the theme, which the layout reads from this cookie. */
const themeCookie = /(?:^|;\s*)theme=(light|dark)(?:;|$)/;
/** Marks a page with endpoints; a page without any is rendered again for the next request. */
const completeMark = 'id="endpoints"';

export type DocsPage = { answer: (request: IncomingMessage, response: ServerResponse) => Promise<void> };

/**
 * Answers `/docs` from memory. Rendering takes about 200 ms of the event loop and 2 MB, so Next renders the page once
 * for each theme, and again after `keepMs`. The page works without scripts, so they are removed and no nonce is reused.
 */
export function createDocsPage(at: { pages: () => RequestListener | null; host: string; keepMs: number }): DocsPage {
  const kept = new Map<string, { document: Promise<PrecompressedDocument>; until: number }>();
  const get = (theme: string) => {
    const found = kept.get(theme);
    if (found && performance.now() < found.until) return found.document;
    const forget = () => void (kept.get(theme)?.document === document && kept.delete(theme));
    const document = render(at, theme).then(async (html) => {
      if (!html.includes(completeMark)) forget();
      return createPrecompressedDocument(html, "text/html; charset=utf-8");
    });
    document.catch(forget);
    kept.set(theme, { document, until: performance.now() + at.keepMs });
    return document;
  };
  return {
    async answer(request, response) {
      const theme = themeCookie.exec(request.headers.cookie ?? "")?.[1] ?? "system";
      const { "accept-encoding": accepted, "if-none-match": ifNoneMatch } = request.headers;
      const acceptEncoding = typeof accepted === "string" ? accepted : null;
      const { status, headers, body } = respondWithPrecompressedDocument(await get(theme), {
        acceptEncoding,
        ifNoneMatch,
      });
      response.writeHead(status, {
        ...headers,
        "cache-control": "private, no-cache",
        vary: "accept-encoding, cookie",
        ...(body && { "content-length": body.length }),
      });
      // Node omits the body for HEAD.
      response.end(body ?? undefined);
    },
  };
}

/** Requests the page from Next over a connection inside this process, as a visitor without a session. */
async function render({ pages, host }: { pages: () => RequestListener | null; host: string }, theme: string) {
  const listener = pages();
  if (!listener) throw new Error("pages not ready");
  const server = createServer(listener);
  const [outside, inside] = duplexPair();
  server.emit("connection", inside);
  try {
    const headers = { host, connection: "close", ...(theme !== "system" && { cookie: `theme=${theme}` }) };
    const html = await new Promise<string>((resolve, reject) => {
      const sent = ask({ path: "/docs", headers, createConnection: () => outside as Socket }, (answer) => {
        if (answer.statusCode === 200) text(answer).then(resolve, reject);
        else reject(new Error(`/docs was rendered with status ${answer.statusCode}`));
      });
      sent.on("error", reject);
      sent.end();
    });
    return withoutScripts(html);
  } finally {
    outside.destroy();
    inside.destroy();
    server.close();
  }
}

/** Removes scripts. React writes `<` inside script data as `\u003c`, so a script ends at the first closing tag. */
function withoutScripts(html: string): string {
  return html.replace(/<script\b[^>]*>[\s\S]*?<\/script>/g, "").replace(/<link\b[^>]*\bas="script"[^>]*>/g, "");
}
