import { createClient } from "../../../.cache/openapi/hey-api/client/index.ts";
import * as sdk from "../../../.cache/openapi/hey-api/index.ts";
import { type JobDeps, type JobResult, plannedFor, requireData, toJobResult } from "./job.mts";

export async function run({ baseUrl, key, fetch, image }: JobDeps): Promise<JobResult> {
  const client = createClient({ baseUrl, fetch, auth: key });
  const me = requireData((await sdk.getMe({ client })).data).data;
  const channels = requireData((await sdk.listChannels({ client })).data).data;
  const uploaded = await sdk.uploadMedia({ client, body: { file: image } });
  const targets = channels.slice(0, 1).map((channel) => channel.id);
  const media = [requireData(uploaded.data).data.id];
  const created = await sdk.createPosts({
    client,
    body: { channels: targets, thread: ["One", "Two"], media, scheduled_for: plannedFor },
    headers: { "Idempotency-Key": "hey-api" },
  });
  const [planned] = requireData(created.data).data;
  await sdk.createPosts({ client, body: { channels: targets, text: "A draft", draft: true } });
  const list = requireData(
    (await sdk.listPosts({ client, query: { status: ["scheduled", "draft"], limit: 10 } })).data,
  );
  const removed = await sdk.deletePost({ client, path: { id: requireData(planned).id } });
  return toJobResult({ me, channels, planned, list, deleted: requireData(removed.data).data.deleted });
}
