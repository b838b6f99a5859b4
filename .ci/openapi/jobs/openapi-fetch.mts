import createClient from "openapi-fetch";
import type { paths } from "../../../.cache/openapi/openapi-typescript/schema.d.ts";
import { type JobDeps, type JobResult, plannedFor, requireData, toJobResult } from "./job.mts";

export async function run({ baseUrl, key, fetch, image }: JobDeps): Promise<JobResult> {
  const client = createClient<paths>({ baseUrl, fetch, headers: { "x-api-key": key } });
  const me = requireData((await client.GET("/me")).data).data;
  const channels = requireData((await client.GET("/channels")).data).data;
  const form = new FormData();
  form.set("file", image);
  const uploaded = await client.POST("/media", { body: { file: "" }, bodySerializer: () => form });
  const targets = channels.slice(0, 1).map((channel) => channel.id);
  const media = [requireData(uploaded.data).data.id];
  const created = await client.POST("/posts", {
    body: { channels: targets, thread: ["One", "Two"], media, scheduled_for: plannedFor },
    params: { header: { "Idempotency-Key": "openapi-fetch" } },
  });
  const [planned] = requireData(created.data).data;
  await client.POST("/posts", { body: { channels: targets, text: "A draft", draft: true } });
  const list = requireData(
    (await client.GET("/posts", { params: { query: { status: ["scheduled", "draft"], limit: 10 } } })).data,
  );
  const removed = await client.DELETE("/posts/{id}", { params: { path: { id: requireData(planned).id } } });
  return toJobResult({ me, channels, planned, list, deleted: requireData(removed.data).data.deleted });
}
