import type { RefObject } from "react";
import type { DraftSession } from "#components/composer/drafts/autosave/draft-session.ts";
import { appendParts } from "#components/composer/drafts/incoming/merge-incoming-draft.ts";
import { splitLongText } from "#components/composer/editor/text-engine/split-part.ts";
import type { ComposerEvent, ComposerState } from "#components/composer/state/composer-state.ts";
import { createEmptyDraft, type DraftPart, isDraftBlank, type PartId } from "#components/composer/state/draft.ts";
import { announce } from "#components/ui/feedback/announce.tsx";
import { showToast } from "#components/ui/feedback/toast.tsx";
import { limits } from "#lib/contract/limits.ts";
import { newId } from "#lib/new-id.ts";
import { joinSharedText } from "./draft-from-url.ts";

export type ShareTargetOptions = {
  session: Pick<DraftSession, "startAnother" | "flush" | "canSave">;
  latest: RefObject<ComposerState>;
  dispatch: (event: ComposerEvent) => void;
  /** Adds images as if they were dropped on the page, and reports files that are too large or no images. */
  add: (files: readonly File[]) => Promise<void>;
};

/** Content shared with the installed app: the shared texts as one, and the files. */
type SharedContent = { text: string; files: File[] };

/** Opens the content shared under this id as a new draft; calls `onLost` if there is none. */
export async function openSharedContent(
  id: string,
  { session, latest, dispatch, add }: ShareTargetOptions,
  onLost: () => void,
): Promise<void> {
  const shared = await takeSharedContent(id);
  if (!shared) return onLost();
  const { draft } = latest.current;
  const isBeside = !session.canSave && !isDraftBlank(draft);
  if (!isDraftBlank(draft) && !isBeside) session.startAnother();
  const empty = createEmptyDraft(newId(), limits.pointsDefault);
  const split = splitSharedText(shared.text, newId);
  const parts = "refusal" in split || shared.text === "" ? empty.parts : split;
  const begun = { ...empty, parts, channelIds: draft.channelIds };
  dispatch({ type: "restored", draft: isBeside ? appendParts(draft, parts) : begun });
  session.flush(false);
  await add(shared.files);
  if ("refusal" in split) showToast({ tone: "failed", message: split.refusal });
  else announce(parts.length > 1 ? `Added what you shared, in ${parts.length} parts` : "Added what you shared");
}

/**
 * Splits a shared text into parts. A text longer than a part becomes several parts, and nothing is cut off silently.
 */
export function splitSharedText(text: string, newPartId: () => PartId): DraftPart[] | { refusal: string } {
  const fitted = splitLongText(text, { characters: 0, remaining: limits.parts });
  return "refusal" in fitted ? fitted : fitted.pieces.map((piece) => ({ id: newPartId(), ...piece }));
}

/** The cache name under which `public/worker.js` stores shared content. */
const shareCacheName = "postwright-shared";

const isText = (value: unknown): value is string => typeof value === "string";

/** Reads and removes the content shared under this id. @returns null if there is nothing to read */
async function takeSharedContent(id: string): Promise<SharedContent | null> {
  if (!("caches" in globalThis)) return null;
  const shared = await caches.open(shareCacheName);
  const path = `/shared/${id}`;
  const note: unknown = await (await shared.match(path))?.json();
  if (typeof note !== "object" || note === null) return null;
  const { title, text, url, names } = note as Record<string, unknown>;
  const files: File[] = [];
  for (const [at, name] of (Array.isArray(names) ? names : []).entries()) {
    const bytes = await (await shared.match(`${path}/${at}`))?.blob();
    if (bytes) files.push(new File([bytes], isText(name) ? name : "", { type: bytes.type }));
  }
  const found = (await shared.keys()).filter((one) => new URL(one.url).pathname.startsWith(path));
  await Promise.all(found.map((one) => shared.delete(one)));
  const texts = Object.entries({ title, text, url }).filter(([, words]) => isText(words));
  return { text: joinSharedText(Object.fromEntries(texts) as Record<string, string>), files };
}
