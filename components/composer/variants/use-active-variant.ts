"use client";
import { type RefObject, useCallback, useMemo, useState } from "react";
import type { ComposerEvent, ComposerState } from "#components/composer/state/composer-state.ts";
import type { ComposerDraft, VariantId } from "#components/composer/state/draft.ts";
import { getVariantParts } from "#components/composer/state/draft.ts";
import { getVariantId } from "#components/composer/state/submission/submit-requests.ts";
import { announce } from "#components/ui/feedback/announce.tsx";
import { showToast } from "#components/ui/feedback/toast.tsx";
import { formatAccountHandle } from "#lib/contract/platforms/account-handle.ts";
import type { Channel } from "#lib/contract/types.ts";
import { newId } from "#lib/new-id.ts";

type UseActiveVariantOptions = {
  draft: ComposerDraft;
  channels: readonly Channel[];
  latest: RefObject<ComposerState>;
  dispatch: (event: ComposerEvent) => void;
};

/**
 * Manages the variant in view: the text for all channels, or one channel's own. `draft` has that variant's parts, and
 * `channels` are the channels that get it.
 */
export function useActiveVariant({ draft, channels, latest, dispatch }: UseActiveVariantOptions) {
  const [wanted, setWanted] = useState<VariantId>(null);
  const isThere = wanted !== null && draft.own[wanted] !== undefined && draft.channelIds.includes(wanted);
  const sheet = isThere ? wanted : null;
  const parts = getVariantParts(draft, sheet);
  const onSheet = useMemo(() => (parts === draft.parts ? draft : { ...draft, parts }), [draft, parts]);
  const chosen = useMemo(
    () => channels.filter(({ id }) => draft.channelIds.includes(id)),
    [channels, draft.channelIds],
  );
  const owners = chosen.filter(({ id }) => draft.own[id]);
  // The list stays the same while it names the same channels, whatever the author types.
  const names = chosen.filter(({ id }) => getVariantId(draft, id) === sheet).map(({ id }) => id);
  const key = names.join(" ");
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key represents the names
  const served = useMemo(() => channels.filter(({ id }) => names.includes(id)), [channels, key]);

  const write = useCallback(
    (channelId: string) => {
      const before = latest.current.draft;
      if (!before.own[channelId]) {
        dispatch({ type: "own-begun", channelId, ids: before.parts.map(newId) });
        announce("This channel now has custom text");
      }
      setWanted(channelId);
    },
    [latest, dispatch],
  );
  const dropOwn = useCallback(
    (channelId: string) => {
      const gone = latest.current.draft.own[channelId];
      if (!gone) return;
      dispatch({ type: "own-dropped", channelId });
      const name = channels.find(({ id }) => id === channelId)?.username ?? "The channel";
      showToast({
        message: `${formatAccountHandle(name)} uses the shared text again`,
        undo: () => {
          const { draft: now } = latest.current;
          dispatch({ type: "restored", draft: { ...now, own: { ...now.own, [channelId]: gone } } });
        },
      });
    },
    [channels, latest, dispatch],
  );

  return { sheet, show: setWanted, write, dropOwn, draft: onSheet, chosen, owners, served };
}
