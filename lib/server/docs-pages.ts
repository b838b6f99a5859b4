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
} from "#lib/precompressed-document.ts";

/** The rendering depends only on the theme, which the layout reads from this cookie. */
const themeCookie = /(?:^|;\s*)theme=(light|dark)(?:;|$)/;
/** Marks a whole page; a page without it is rendered again for the next request. */
const completeMark = "data-complete";
const overview = "/docs";
/** A page of the documentation: the overview, a guide, or a page of the reference; with `.md` its Markdown. */
const docsPath = /^\/docs(?:\/[a-z0-9][a-z0-9-]{0,39}){0,2}(?:\.md)?$/;
/** Every section of the guides and every endpoint, which `/docs.js` searches. */
const searchIndex = "/docs/search.json";
/** The one script of these pages: buttons that copy, the search, the reader's own ids. */
const script = '<script src="/docs.js" defer></script>';
/** No nonce and no other script: these pages are the same bytes for everyone. */
const scriptPolicy = "script-src 'self'";

export type DocsPages = {
  /** Answers a page of the documentation. Returns false for any other address: that one is Next's. */
  answer: (path: string, request: IncomingMessage, response: ServerResponse) => Promise<boolean>;
};
type RenderedPage = { content: string; isWhole: boolean; document: PrecompressedDocument };

const isPage = (path: string) => path !== searchIndex && !path.endsWith(".md");

/**
 * Answers `/docs`, its pages and their Markdown from memory. Rendering takes up to 200 ms of the event loop and 2 MB, so Next renders each
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
    const page = render(deps, path, theme).then(async ({ content, type }) => {
      const isWhole = isPage(path) ? content.includes(completeMark) : (await get(overview, "system")).isWhole;
      if (!isWhole) forget();
      return { content, isWhole, document: await createPrecompressedDocument(content, type) };
    });
    page.catch(forget);
    cache.set(key, { page, until: performance.now() + deps.keepMs });
    return page;
  };
  return {
    async answer(path, request, response) {
      if (path !== searchIndex && !docsPath.test(path)) return false;
      // Markdown and the search index have no theme.
      const theme = isPage(path) ? (themeCookie.exec(request.headers.cookie ?? "")?.[1] ?? "system") : "system";
      // The overview links to every page: an address that it does not name is rendered for nobody.
      const page = path.replace(/\.md$/, "");
      const isListed = page === overview || path === searchIndex;
      if (!isListed && !(await get(overview, theme)).content.includes(`href="${page}"`)) return false;
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
): Promise<{ content: string; type: string }> {
  const listener = pages();
  if (!listener) throw new Error("pages not ready");
  const server = createServer(listener);
  const [outside, inside] = duplexPair();
  server.emit("connection", inside);
  try {
    const headers = { host, connection: "close", ...(theme !== "system" && { cookie: `theme=${theme}` }) };
    const rendered = await new Promise<{ content: string; type: string }>((resolve, reject) => {
      const sent = ask({ path, headers, createConnection: () => outside as Socket }, (answer) => {
        const type = answer.headers["content-type"] ?? "text/html; charset=utf-8";
        if (answer.statusCode === 200) text(answer).then((content) => resolve({ content, type }), reject);
        else reject(new Error(`${path} was rendered with status ${answer.statusCode}`));
      });
      sent.on("error", reject);
      sent.end();
    });
    if (!isPage(path)) return rendered;
    return { ...rendered, content: withoutScripts(rendered.content).replace("</body>", `${script}</body>`) };
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
