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
const overview = "/docs";
/** A page of the documentation: the overview, or one group of endpoints. */
const docsPath = /^\/docs(?:\/[a-z][a-z-]{0,39})?$/;
/** The one script of these pages: buttons that copy, the search, the reader's own ids. */
const script = '<script src="/docs.js" defer></script>';
/** No nonce and no other script: these pages are the same bytes for everybody. */
const scriptPolicy = "script-src 'self'";

export type DocsPages = {
  /** Answers a page of the documentation. Returns false for any other address: that one is Next's. */
  answer: (path: string, request: IncomingMessage, response: ServerResponse) => Promise<boolean>;
};
type RenderedPage = { html: string; document: PrecompressedDocument };

/**
 * Answers `/docs` and its pages from memory. Rendering takes up to 200 ms of the event loop and 2 MB, so Next renders each
 * page once for each theme, and again after `keepMs`. The scripts of the app are removed: no nonce is reused.
 */
export function createDocsPages(deps: {
  pages: () => RequestListener | null;
  host: string;
  keepMs: number;
}): DocsPages {
  const cache = new Map<string, { page: Promise<RenderedPage>; until: number }>();
  const get = (path: string, theme: string): Promise<RenderedPage> => {
    const key = `${theme} ${path}`;
    const found = cache.get(key);
    if (found && performance.now() < found.until) return found.page;
    const forget = () => void (cache.get(key)?.page === page && cache.delete(key));
    const page = render(deps, path, theme).then(async (html) => {
      if (!html.includes(completeMark)) forget();
      return { html, document: await createPrecompressedDocument(html, "text/html; charset=utf-8") };
    });
    page.catch(forget);
    cache.set(key, { page, until: performance.now() + deps.keepMs });
    return page;
  };
  return {
    async answer(path, request, response) {
      if (!docsPath.test(path)) return false;
      const theme = themeCookie.exec(request.headers.cookie ?? "")?.[1] ?? "system";
      // The overview links to every page: an address that it does not name is rendered for nobody.
      if (path !== overview && !(await get(overview, theme)).html.includes(`href="${path}"`)) return false;
      const { "accept-encoding": accepted, "if-none-match": ifNoneMatch } = request.headers;
      const acceptEncoding = typeof accepted === "string" ? accepted : null;
      const { document } = await get(path, theme);
      const { status, headers, body } = respondWithPrecompressedDocument(document, { acceptEncoding, ifNoneMatch });
      const policy = response.getHeader("content-security-policy");
      if (typeof policy === "string")
        response.setHeader("content-security-policy", policy.replace(/script-src [^;]*/, scriptPolicy));
      response.writeHead(status, {
        ...headers,
        "cache-control": "private, no-cache",
        vary: "accept-encoding, cookie",
        ...(body && { "content-length": body.length }),
      });
      // Node omits the body for HEAD.
      response.end(body ?? undefined);
      return true;
    },
  };
}

/** Requests a page from Next over a connection inside this process, as a visitor without a session. */
async function render(
  { pages, host }: { pages: () => RequestListener | null; host: string },
  path: string,
  theme: string,
): Promise<string> {
  const listener = pages();
  if (!listener) throw new Error("pages not ready");
  const server = createServer(listener);
  const [outside, inside] = duplexPair();
  server.emit("connection", inside);
  try {
    const headers = { host, connection: "close", ...(theme !== "system" && { cookie: `theme=${theme}` }) };
    const html = await new Promise<string>((resolve, reject) => {
      const sent = ask({ path, headers, createConnection: () => outside as Socket }, (answer) => {
        if (answer.statusCode === 200) text(answer).then(resolve, reject);
        else reject(new Error(`${path} was rendered with status ${answer.statusCode}`));
      });
      sent.on("error", reject);
      sent.end();
    });
    return withoutScripts(html).replace("</body>", `${script}</body>`);
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
