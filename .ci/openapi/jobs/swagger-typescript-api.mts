import { Api } from "../../../.cache/openapi/swagger-typescript-api/api.ts";
import { type JobDeps, type JobResult, plannedFor, requireData, toJobResult } from "./job.mts";

export async function run({ baseUrl, key, fetch, image }: JobDeps): Promise<JobResult> {
  const api = new Api({ baseUrl, customFetch: fetch, baseApiParams: { headers: { "x-api-key": key } } });
  const me = (await api.me.getMe()).data.data;
  const channels = (await api.channels.listChannels()).data.data;
  const uploaded = await api.media.uploadMedia({ file: image });
  const targets = channels.slice(0, 1).map((channel) => channel.id);
  const media = [uploaded.data.data.id];
  const created = await api.posts.createPosts(
    { channels: targets, thread: ["One", "Two"], media, scheduled_for: plannedFor },
    { headers: { "Idempotency-Key": "swagger-typescript-api" } },
  );
  const [planned] = created.data.data;
  await api.posts.createPosts({ channels: targets, text: "A draft", draft: true });
  const list = (await api.posts.listPosts({ status: ["scheduled", "draft"], limit: 10 })).data;
  const removed = await api.posts.deletePost(requireData(planned).id);
  return toJobResult({ me, channels, planned, list, deleted: removed.data.data.deleted });
}
