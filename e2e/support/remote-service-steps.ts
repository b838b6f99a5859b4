import { randomUUID } from "node:crypto";
import type { Page } from "playwright/test";
import { expect } from "./fixtures.ts";
import type { ControlledRemoteService } from "./remote-service-fixture.ts";

/** Returns a text that no other test has. */
export const createUniqueText = (words: string) => `${words} ${randomUUID().slice(0, 8)}`;

/** Opens an empty composer with every channel chosen. */
export async function openComposerWithAllChannels(page: Page): Promise<void> {
  await page.goto("/compose");
  await page.getByRole("button", { name: /^(Choose channels|Channel)$/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "All" }).click();
  await page.getByRole("button", { name: "Use 2 channels" }).click();
}

/**
 * Creates a post as a script of that service would.
 * @returns its id
 */
export async function createRemotePost(
  service: ControlledRemoteService,
  body: Record<string, unknown>,
): Promise<string> {
  const answer = await fetch(`${service.url}/posts`, {
    method: "POST",
    headers: { authorization: `Bearer ${service.key}` },
    body: JSON.stringify({ channels: ["conn_pigeon"], ...body }),
  });
  const { data } = (await answer.json()) as { data: { id: string }[] };
  return data[0]?.id ?? "";
}

type RemotePost = { id: string; status: string; scheduled_for: string | null; posts: { text: string }[] };

/** Lists the posts with this text on that service. */
export async function getRemotePosts(service: ControlledRemoteService, text: string): Promise<RemotePost[]> {
  const answer = await fetch(`${service.url}/posts?page_size=100`, {
    headers: { authorization: `Bearer ${service.key}` },
  });
  const { data } = (await answer.json()) as { data: RemotePost[] };
  return data.filter(({ posts }) => posts.some((part) => part.text === text));
}

/** Counts the posts with this text on that service. */
export const countPosts = async (service: ControlledRemoteService, text: string): Promise<number> =>
  (await getRemotePosts(service, text)).length;

const documented =
  /^(GET \/v1\/(me|channels|leaderboard|openapi\.json)|POST \/v1\/(media|posts [a-z_,]+)|GET \/v1\/posts\?\S+|(GET|DELETE) \/v1\/posts\/(post_\S+|odd_dates))$/;

/** Expects requests, and only to the document's endpoints and to the service's own description. */
export function expectDocumentedRequestsOnly(asked: readonly string[]): void {
  expect(asked.length).toBeGreaterThan(0);
  expect(asked.filter((line) => !documented.test(line))).toEqual([]);
}
