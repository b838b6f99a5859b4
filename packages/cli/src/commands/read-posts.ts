import type { Post } from "../../../client/src/generated/contract-types.d.ts";
import { isPostwrightError } from "../../../client/src/resources.ts";
import { exitCodes, usageError } from "../cli-error.ts";
import { type Command, getText, getTexts } from "../command.ts";
import { formatTable, shorten } from "../terminal.ts";

const statuses = ["draft", "scheduled", "publishing", "published", "failed", "canceled"] as const;
type Status = (typeof statuses)[number];

export const channels: Command = {
  summary: "List the channels that you can post to",
  usage: "",
  options: {},
  examples: ["postwright channels"],
  async run({ terminal, connect, isJson }) {
    const found = await connect().channels.list();
    if (isJson) terminal.write(JSON.stringify(found));
    else {
      const rows = found.map(({ platform, username, name, state, id }) => [platform, username, name, state ?? "", id]);
      terminal.write(formatTable([["PLATFORM", "USERNAME", "NAME", "STATE", "ID"], ...rows]));
    }
    return exitCodes.ok;
  },
};

const pageSize = 20;

export const list: Command = {
  summary: "List your posts, newest first",
  usage: "",
  options: {
    status: { type: "string", multiple: true, value: "STATUS", help: `One of ${statuses.join(", ")}; repeatable.` },
    limit: { type: "string", value: "NUMBER", help: `Maximum number of posts. Default: ${pageSize}.` },
    all: { type: "boolean", help: "List all posts." },
  },
  examples: ["postwright list --status failed", "postwright list --all --json"],
  async run({ terminal, connect, options, isJson }) {
    const wanted = getTexts(options, "status");
    const unknown = wanted.find((status) => !statuses.includes(status as Status));
    if (unknown !== undefined) throw usageError(`"${unknown}" isn't a status. Use one of: ${statuses.join(", ")}.`);
    const limit = getText(options, "limit") ?? String(pageSize);
    if (!/^[1-9]\d{0,6}$/.test(limit)) throw usageError("--limit must be a whole number above 0.");
    const most = options["all"] === true ? Number.POSITIVE_INFINITY : Number(limit);
    const posts: Post[] = [];
    const query = { ...(wanted.length > 0 && { status: wanted as Status[] }), limit: Math.min(most, 100) };
    for await (const post of connect().posts.list(query)) {
      posts.push(post);
      if (posts.length >= most) break;
    }
    if (isJson) terminal.write(JSON.stringify(posts));
    else if (posts.length === 0) terminal.note("No posts.");
    else terminal.write(formatPosts(posts));
    return exitCodes.ok;
  },
};

/** Why a post is not sent, and the step that ends it: `author_left: reassign, by owner or admin`. */
const formatHold = ({ reason, resolve }: NonNullable<Post["hold"]>) =>
  `${reason}: ${resolve.action}, by ${resolve.roles.join(" or ")}`;

/** Posts as a table, with the time that matters most for each. */
export function formatPosts(posts: readonly Post[]): string {
  const rows = posts.map((post) => [
    post.hold ? "on hold" : post.status,
    post.channel ?? "?",
    post.published_at ?? post.scheduled_for ?? post.created_at,
    shorten(post.posts[0]?.text ?? "", 40),
    post.id,
    post.error ?? (post.hold ? formatHold(post.hold) : (post.published_urls[0] ?? "")),
  ]);
  return formatTable([["STATUS", "CHANNEL", "TIME", "TEXT", "ID", "RESULT"], ...rows]);
}

export const watch: Command = {
  summary: "Wait until posts are published or have failed",
  usage: "ID...",
  options: { timeout: { type: "string", value: "SECONDS", help: "Stop waiting after this time, with exit code 3." } },
  examples: ["postwright watch 019a… --timeout 300"],
  async run({ terminal, connect, options, positionals, isJson }) {
    if (positionals.length === 0) throw usageError("Name the post: postwright watch ID.");
    return watchPosts({ terminal, connect, options, isJson }, positionals);
  },
};

/** Follows posts to their end and prints them. @returns `refused` if one was not published */
export async function watchPosts(
  {
    terminal,
    connect,
    options,
    isJson,
  }: Pick<Parameters<Command["run"]>[0], "terminal" | "connect" | "options" | "isJson">,
  ids: readonly string[],
) {
  const seconds = getText(options, "timeout");
  if (seconds !== undefined && !/^\d+$/.test(seconds)) throw usageError("--timeout must be a number of seconds.");
  const signal = seconds === undefined ? undefined : AbortSignal.timeout(Number(seconds) * 1000);
  const client = connect();
  const onChange = (post: Post) => {
    if (!isJson)
      terminal.note(
        `${post.channel ?? "?"}: ${post.status}${post.error ? `: ${post.error}` : ""}${post.hold ? `, on hold: ${formatHold(post.hold)}` : ""}`,
      );
  };
  const done = await Promise.all(ids.map((id) => client.posts.waitUntilDone(id, { signal, onChange })));
  if (isJson) terminal.write(JSON.stringify(done));
  else for (const url of done.flatMap((post) => post.published_urls)) terminal.write(url);
  return done.every(({ status }) => status === "published") ? exitCodes.ok : exitCodes.refused;
}

export const remove: Command = {
  summary: "Delete posts; published ones stay on their platform",
  usage: "ID...",
  options: {},
  examples: ["postwright delete 019a…"],
  async run({ terminal, connect, positionals, isJson }) {
    if (positionals.length === 0) throw usageError("Name the post: postwright delete ID.");
    const client = connect();
    const results: { id: string; deleted: boolean; error?: string }[] = [];
    for (const id of positionals) {
      try {
        results.push(await client.posts.delete(id));
      } catch (error) {
        if (!isPostwrightError(error) || error.status === null || error.status >= 500 || error.status === 401)
          throw error;
        results.push({ id, deleted: false, error: error.message });
      }
    }
    if (isJson) terminal.write(JSON.stringify(results));
    else
      for (const { id, deleted, error } of results)
        terminal.write(`${id} ${deleted ? "deleted" : `not deleted: ${error ?? ""}`}`);
    return results.every(({ deleted }) => deleted) ? exitCodes.ok : exitCodes.refused;
  },
};
