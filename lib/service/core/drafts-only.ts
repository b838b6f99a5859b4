import type { PostStatus } from "#lib/contract/resources/post-statuses.ts";
import type { Actor, Credential } from "./actor.ts";
import { Refusal } from "./refusal.ts";

/** The sentence of every refusal of a drafts-only key. */
export const draftsOnlyMessage = "This API key may write drafts only. Save a draft, and let a person do the rest.";

/**
 * Returns the refusal of a change by a key that may write drafts only; null when the key may make it.
 * @param statuses of the post before and after the change: all must be `draft`
 */
export function findDraftsOnlyRefusal(
  { credential }: Pick<Actor, "credential">,
  ...statuses: readonly PostStatus[]
): Refusal | null {
  if (!isDraftsOnly(credential)) return null;
  if (statuses.every((status) => status === "draft")) return null;
  return new Refusal("forbidden", draftsOnlyMessage);
}

/** Returns true for a key that may write its member's drafts only. */
export const isDraftsOnly = (credential: Credential): boolean => credential.type === "key" && credential.draftsOnly;

/** @throws the refusal of `findDraftsOnlyRefusal` */
export function requireDraftsAllowed(actor: Pick<Actor, "credential">, ...statuses: readonly PostStatus[]): void {
  const refusal = findDraftsOnlyRefusal(actor, ...statuses);
  if (refusal) throw refusal;
}
