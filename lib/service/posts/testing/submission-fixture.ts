import type { Post, Submission } from "#lib/contract/types.ts";
import { openTestService, type TestService } from "#lib/service/http/testing/test-service.ts";
import { redBlue, uploadOf } from "#lib/service/media/testing/test-images.ts";

/** A service with four channels, the last two on one platform. */
export type SubmissionFixture = { service: TestService; channels: string[] };

export async function openSubmissionFixture(): Promise<SubmissionFixture> {
  const service = await openTestService();
  const channels = [...service.org.channelIds.slice(0, 3), service.clock.newId()];
  await service.database.pool.query(
    `insert into channels (id, org_id, platform, name, username, practice)
     select $1, org_id, platform, 'Practice Fourth', 'practice_4', practice from channels where id = $2`,
    [channels[3], channels[2]],
  );
  return { service, channels };
}

/** Creates functions that write and read submissions through the API. `open` returns the fixture once it is open. */
export function createSubmissionCalls(open: () => SubmissionFixture) {
  const inHours = (hours: number) => new Date(open().service.clock.now().getTime() + hours * 3_600_000).toISOString();
  const ask = (method: string, path: string, json?: unknown, key = open().service.org.key, headers = {}) =>
    open().service.call(method, `/v1${path}`, { key, headers, ...(json !== undefined && { json }) });
  const submit = (json: Record<string, unknown> = {}, key?: string) =>
    open().service.create(
      { channels: open().channels.slice(0, 2), text: "One text", scheduled_for: inHours(2), ...json },
      key,
    );
  const idOf = (posts: readonly Post[]) => posts[0]?.submission_id ?? "";
  const named = (posts: readonly Post[]) => posts.map(({ id, version }) => ({ id, version }));
  const change = (posts: readonly Post[], json: unknown, key?: string, headers = {}) =>
    ask("PATCH", `/submissions/${idOf(posts)}`, json, key, headers);
  const see = async (posts: readonly Post[]): Promise<Submission> =>
    (await ask("GET", `/submissions/${idOf(posts)}`)).wire.data;
  const sql = (text: string, values: unknown[]) => open().service.database.pool.query(text, values);
  const setStatus = (post: Post | undefined, status: string) =>
    sql(
      "update posts set status = $2, due_at = null, published_at = case when $2 = 'published' then now() end where id = $1",
      [post?.id, status],
    );
  const nameOf = async (channelId: string | undefined): Promise<string> =>
    (await sql("select name from channels where id = $1", [channelId])).rows[0]?.name;
  const upload = async (key: string): Promise<string> => {
    const request = uploadOf(await redBlue(4, 4).png().toBuffer());
    const sent = { key, body: request.body ?? "", headers: Object.fromEntries(request.headers) };
    return (await open().service.call("POST", "/v1/media", sent)).wire.data.id;
  };
  const channelsOf = ({ posts }: Submission) => posts.map((post) => open().channels.indexOf(post.channel_id ?? ""));
  const textsOf = ({ posts }: Submission) => posts.map((post) => post.posts[0]?.text);
  const at = (hours: number) => ({ status: "scheduled", scheduled_for: inHours(hours) });

  return { inHours, ask, submit, idOf, named, change, see, sql, setStatus, nameOf, upload, channelsOf, textsOf, at };
}
