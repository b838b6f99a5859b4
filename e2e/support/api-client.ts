import { expect } from "playwright/test";
import { type AppForScripts, getApiUrl, isServiceOutside } from "./app-under-test.ts";

type Wire = { id: string; status: string; posts: { text: string }[] };

async function call(
  app: AppForScripts,
  path: string,
  body?: unknown,
  method = body === undefined ? "GET" : "POST",
): Promise<{ status: number; data: unknown }> {
  const answer = await fetch(`${getApiUrl(app)}${path}`, {
    method,
    headers: { authorization: `Bearer ${app.key}`, "content-type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const { data } = (await answer.json()) as { data: unknown };
  return { status: answer.status, data };
}

/**
 * Creates a post on one practice channel as a script would, through `/v1`.
 * @returns its id
 */
export async function createPost(
  app: AppForScripts,
  platform: string,
  fields: Record<string, unknown>,
): Promise<string> {
  const { data: channels } = await call(app, "/channels");
  const channel = (channels as { id: string; platform: string }[]).find((one) => one.platform === platform);
  const { status, data } = await call(app, "/posts", { channels: [channel?.id], ...fields });
  expect(status).toBe(201);
  return (data as Wire[])[0]?.id ?? "";
}

/**
 * Creates a text on several practice channels as a script would.
 * @returns the ids of its posts, in the order of the platforms
 */
export async function createSubmission(
  app: AppForScripts,
  platforms: readonly string[],
  fields: Record<string, unknown>,
): Promise<string[]> {
  const { data: channels } = await call(app, "/channels");
  const idOf = (platform: string) =>
    (channels as { id: string; platform: string }[]).find((one) => one.platform === platform)?.id;
  const { status, data } = await call(app, "/posts", { channels: platforms.map(idOf), ...fields });
  expect(status).toBe(201);
  return (data as Wire[]).map(({ id }) => id);
}

/**
 * Counts the posts on a practice channel that contain this text: on its timeline, or where the service is another one,
 * among the published posts.
 */
export async function countPublished(app: AppForScripts, username: string, text: string): Promise<number> {
  if (isServiceOutside) {
    const posts = (await call(app, "/posts?status=published&limit=100")).data as (Wire & { channel: string })[];
    const ofChannel = posts.filter(({ channel }) => `practice_${channel}` === username);
    return ofChannel.filter((post) => post.posts.some((part) => part.text.includes(text))).length;
  }
  const { items } = (await call(app, `/practice/${username}`)).data as { items: { text: string }[] };
  return items.filter((item) => item.text.includes(text)).length;
}

/** Edits or reschedules a post as a script would. */
export async function updatePost(app: AppForScripts, id: string, change: Record<string, unknown>): Promise<void> {
  expect((await call(app, `/posts/${id}`, change, "PATCH")).status).toBe(200);
}

/** Waits until a post has this status; each post before it on its channel may take five seconds. */
export async function waitForStatus(app: AppForScripts, id: string, status: string): Promise<void> {
  await expect
    .poll(async () => ((await call(app, `/posts/${id}`)).data as Wire).status, { timeout: 30_000 })
    .toBe(status);
}

/** Returns a post as the API shows it; null for an unknown id. */
export async function getPost(app: AppForScripts, id: string): Promise<Record<string, unknown> | null> {
  const { status, data } = await call(app, `/posts/${id}`);
  return status === 404 ? null : (data as Record<string, unknown>);
}
