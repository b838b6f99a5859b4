import type { Failure, Result } from "#lib/contract/errors";
import { postStatuses } from "#lib/contract/limits";
import { countInbox } from "#lib/gateway/count-inbox";
import { countPosts } from "#lib/gateway/count-posts";
import { findPosts } from "#lib/gateway/find-posts";
import { gateway } from "#lib/gateway/gateway";
import { readHome } from "#lib/gateway/home";
import { listInbox } from "#lib/gateway/list-inbox";
import { listPosts } from "#lib/gateway/list-posts";
import { renewSession } from "#lib/session/session";

type Reading = (client: Awaited<ReturnType<typeof gateway>>, rest: string[], url: URL) => Promise<Result<unknown>>;

/** What the browser may read again, with the key added here. Each stands for one documented read. */
const readings = new Map<string, Reading>([
  [
    "posts",
    (client, [id], { searchParams }) => {
      if (id !== undefined) return client.getPost({ id });
      const status = postStatuses.find((known) => known === searchParams.get("status")) ?? null;
      const page = Number(searchParams.get("page") ?? 1);
      return listPosts(client, { status, page: Number.isSafeInteger(page) && page >= 1 ? page : 1 });
    },
  ],
  ["home", (client) => readHome(client)],
  ["counts", (client) => countPosts(client)],
  ["inbox-count", (client) => countInbox(client)],
  [
    "inbox",
    (client, _rest, { searchParams }) => listInbox(client, searchParams.get("state") === "done" ? "done" : "open"),
  ],
  ["found", (client, _rest, { searchParams }) => findPosts(client, searchParams.get("q") ?? "")],
  ["channels", (client) => client.listChannels()],
  // Answers who is signed in and, like every read, keeps a session that is used from ending.
  ["me", (client) => client.getMe()],
]);

const notFound: Failure = { code: "not_found", message: "There is nothing at this address.", status: 404 };

export async function GET(request: Request, { params }: { params: Promise<{ path: string[] }> }): Promise<Response> {
  const [name = "", ...rest] = (await params).path;
  const reading = readings.get(name);
  const result = reading ? await reading(await gateway(), rest, new URL(request.url)) : { error: notFound };
  if (!result.error) await renewSession();
  return Response.json(result, {
    status: result.error ? (result.error.status ?? 502) : 200,
    headers: { "cache-control": "no-store" },
  });
}
