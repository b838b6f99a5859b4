"use server";
import * as z from "zod";
import type { Result } from "#lib/contract/errors.ts";
import { limits } from "#lib/contract/limits.ts";
import { MediaChange } from "#lib/contract/resources/posts.ts";
import { getServiceClient } from "#lib/gateway/service-client.ts";
import { toInputFailure } from "./input-failure.ts";

const Described = z.object({
  images: z.array(MediaChange.extend({ id: z.string().min(1).max(200) })).max(limits.imagesPerPost),
});
/**
 * Saves image descriptions. A repeat changes nothing. Returns the first refusal; descriptions already saved stay.
 * @returns the posts whose version rose, once for each description
 */
export async function updateImageDescriptions(input: unknown): Promise<Result<{ id: string; version: number }[]>> {
  const asked = Described.safeParse(input);
  if (!asked.success) return toInputFailure(asked.error);
  const client = await getServiceClient();
  const answers = await Promise.all(asked.data.images.map((image) => client.describeMedia(image)));
  const refused = answers.find((answer) => answer.error);
  return refused?.error ? { error: refused.error } : { ok: answers.flatMap((answer) => answer.ok?.posts ?? []) };
}
