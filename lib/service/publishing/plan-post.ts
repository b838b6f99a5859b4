import { platformRules } from "#lib/contract/platforms";
import { planDelivery } from "#lib/text/join";
import type { TakenPart } from "./taken-post.ts";

/**
 * What goes out for a post, in order: the same input gives the same parts and keys, however often it is planned. A
 * key is made of post and number, so a part keeps it over crashes, retries and workers.
 */
export function planPost(post: {
  id: string;
  platform: string;
  /** As it stands in the row; nothing is taken for granted. */
  parts: unknown;
}): { is: "planned"; parts: TakenPart[] } | { is: "unreadable"; why: string } {
  const rules = platformRules(post.platform);
  if (!rules) return { is: "unreadable", why: "this version does not know its platform" };
  const texts = readTexts(post.parts);
  if (!texts) return { is: "unreadable", why: "its stored text can't be read" };
  const plan = planDelivery(texts, rules);
  if ("problem" in plan) {
    const { part, count, limit, unit } = plan.problem;
    const what = part === null ? "the text" : `part ${part + 1}`;
    return { is: "unreadable", why: `${what} has ${count} ${unit} and the limit is ${limit}` };
  }
  const parts = plan.texts.map((text, index): TakenPart => {
    const number = index + 1;
    const fresh = { state: "waiting", startedAgoMs: null, startedAt: null, remoteId: null, resends: 0 } as const;
    return { number, text, key: `${post.id}.${number}`, ...fresh };
  });
  return { is: "planned", parts };
}

function readTexts(parts: unknown): string[] | null {
  if (!Array.isArray(parts) || parts.length === 0) return null;
  const texts: string[] = [];
  for (const part of parts as unknown[]) {
    if (typeof part !== "object" || part === null || !("text" in part) || typeof part.text !== "string") return null;
    texts.push(part.text);
  }
  return texts;
}
