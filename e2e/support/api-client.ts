import { expect } from "playwright/test";

type App = { origin: string; key: string };
type Wire = { id: string; status: string; posts: { text: string }[] };

async function call(
  app: App,
  path: string,
  body?: unknown,
  method = body === undefined ? "GET" : "POST",
): Promise<{ status: number; data: unknown }> {
  const answer = await fetch(`${app.origin}/v1${path}`, {
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
export async function createPost(app: App, platform: string, fields: Record<string, unknown>): Promise<string> {
  const { data: channels } = await call(app, "/channels");
  const channel = (channels as { id: string; platform: string }[]).find((one) => one.platform === platform);
  const { status, data } = await call(app, "/posts", { channels: [channel?.id], ...fields });
  expect(status).toBe(201);
  return (data as Wire[])[0]?.id ?? "";
}

/** Edits or reschedules a post as a script would. */
export async function updatePost(app: App, id: string, change: Record<string, unknown>): Promise<void> {
  expect((await call(app, `/posts/${id}`, change, "PATCH")).status).toBe(200);
}

/** Waits until a post has this status; each post before it on its channel may take five seconds. */
export async function waitForStatus(app: App, id: string, status: string): Promise<void> {
  await expect
    .poll(async () => ((await call(app, `/posts/${id}`)).data as Wire).status, { timeout: 30_000 })
    .toBe(status);
}

/** Returns a post as the API shows it; null for an unknown id. */
export async function getPost(app: App, id: string): Promise<Record<string, unknown> | null> {
  const { status, data } = await call(app, `/posts/${id}`);
  return status === 404 ? null : (data as Record<string, unknown>);
}
