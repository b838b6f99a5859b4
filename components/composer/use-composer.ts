"use client";
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { getLastChannelsKey, parseLastChannels } from "#components/post-actions/last-channels.ts";
import { showToast } from "#components/ui/feedback/toast.tsx";
import { getRulesWithImages } from "#lib/contract/platforms/platform-rules.ts";
import type { Channel, Post } from "#lib/contract/types.ts";
import { newId } from "#lib/new-id.ts";
import { channelsQuery } from "#lib/queries/channels.ts";
import { getSignInPath, toReadFailure } from "#lib/queries/read-resource.ts";
import type { QueryWatcher } from "#lib/realtime/live-query-client.ts";
import { useLazyLiveQueryClient } from "#lib/realtime/use-live-query.ts";
import { getLocalItem } from "./browser-storage.ts";
import { type LoadedDraft, replaceComposeUrl } from "./drafts/autosave/current-draft.ts";
import { useDraftSession } from "./drafts/autosave/use-draft-session.ts";
import {
  appendParts,
  applyRequestedTimeAndChannels,
  chooseStartChannels,
} from "./drafts/incoming/merge-incoming-draft.ts";
import type { EditedPostVersion } from "./drafts/to-draft-content.ts";
import { useUploads } from "./media/upload/use-uploads.ts";
import type { ComposerEffect, ComposerState, ComposerSubject } from "./state/composer-state.ts";
import { type ComposerDraft, isDraftBlank } from "./state/draft.ts";
import {
  createDocumentedRulesLookup,
  defaultRulesLookup,
  type PlatformRulesLookup,
} from "./state/platform-rules-lookup.ts";
import { mergePendingImages } from "./state/reduce-images.ts";
import { createThreadOnlyRulesLookup, getSubjectPublishedParts } from "./state/submission/published-parts.ts";
import { type SubmitChoice, storeSubmitChoice } from "./submit/submit-choice.ts";
import { useLazyUnconfirmedStore } from "./submit/unconfirmed/use-lazy-unconfirmed-store.ts";
import { loadSubmitChunk } from "./submit/use-submit.ts";
import { useComposerReducer } from "./use-composer-reducer.ts";

type UseComposerOptions = {
  subject: ComposerSubject;
  draft: ComposerDraft;
  memberId: string;
  /** The channels as the server read them at `readAtMs`. */
  channels: readonly Channel[];
  readAtMs: number;
  /** True if the service can join a request to an earlier submission. */
  canJoin: boolean;
  /** True if the service answers a repeated idempotency key with the first answer. */
  keepsRepeats: boolean;
  describes: boolean;
  /** Seconds that a new post waits at the service before it is published; null if the service can't wait. */
  graceSeconds: number | null;
  /** The draft that the URL names. `canSave` is true if the service stores drafts. */
  opened: LoadedDraft | null;
  canSave: boolean;
};
/**
 * The origin of the draft in view. `opened` means that the page was opened for it, or that Undo returned to it; `stale`
 * that it was stored for an older version of the post.
 */
export type RestoredDraft =
  | { type: "no" }
  | { type: "opened" }
  | { type: "yes"; keptAtMs: number }
  | { type: "stale"; draft: ComposerDraft };

/** Runs the composer's reducer with its side effects, and dispatches their results. */
export function useComposer(at: UseComposerOptions) {
  const { subject, draft, memberId, canJoin, keepsRepeats, describes, graceSeconds, opened, canSave } = at;
  const first = useRef({
    subject,
    draft,
    known: at.channels,
    opened,
  });
  const run = useRef<(effect: ComposerEffect) => void>(() => undefined);
  const { state, latest, dispatch, subscribe } = useComposerReducer(subject, draft, run);
  const sent = useRef<readonly Post[]>([]);
  /** The command that submits; it leads on the button next time if it succeeds. Null after an earlier page's command. */
  const choice = useRef<SubmitChoice | null>(null);
  /** The start of the submission's first request, ms by this device's clock. */
  const sentAtMs = useRef(0);
  const [restored, setRestored] = useState<RestoredDraft>({ type: opened ? "opened" : "no" });
  const isChoosing = useRef(false);
  const channels = useLiveChannels(at.channels, at.readAtMs, latest);
  const { rulesOf, learn } = usePlatformRules(
    state.draft.images.length > 0,
    getSubjectPublishedParts(subject).length > 0,
    !canJoin,
  );
  const session = useDraftSession({
    memberId,
    opened,
    canSave,
    slot: getDraftSlot(subject),
    postId: subject.type === "post" ? subject.postId : null,
    onNewer: (newer) => dispatch({ type: "restored", draft: mergePendingImages(newer, latest.current.draft) }),
  });
  const { getDraftId: idNow } = session;
  const uploads = useUploads({ memberId, idNow, latest, dispatch });
  const { bringBack } = uploads;
  const isUnconfirmedStored = subject.type === "new" && !keepsRepeats;
  const loadUnconfirmed = useLazyUnconfirmedStore({
    memberId,
    isNeeded: isUnconfirmedStored,
    idNow,
    latest,
    dispatch,
  });

  async function send(effect: Extract<ComposerEffect, { type: "send" }>) {
    session.flush();
    const requests = isUnconfirmedStored ? await loadUnconfirmed().catch(toReadFailure) : null;
    // Without the chunk nothing would remember the request, so it is not sent.
    if (requests && "code" in requests) return dispatch({ type: "refused", failure: { ...requests, neverSent: true } });
    const resolve = requests?.begin(effect.call);
    // Another tab sends this draft, or has sent it: its requests are resolved first.
    if (resolve === null) return;
    const draftId = canJoin ? session.getSubmissionDraftId() : null;
    // The chunk loads while the author writes. If it can't be loaded, no request was sent.
    const loading = await loadSubmitChunk().catch(toReadFailure);
    const options = { describes, draftId, channels, graceSeconds };
    if (effect.call.submissionId === null) sentAtMs.current = Date.now();
    const result = "code" in loading ? { error: loading } : await loading.sendSubmitRequest(effect, options);
    if (result.error) {
      session.flush();
      dispatch({ type: "refused", failure: result.error });
      resolve?.(null);
      // Another tab or device was first; the check shows the resulting posts.
      if (result.error.field === "draft_id") session.check(true);
      if (sent.current.length > 0) session.saveRestAsNewDraft();
      // The service counted differently, by limits newer than this page.
      if (/^(text|thread)\b/.test(result.error.field ?? "")) learn();
      if (result.error.code === "unauthorized") location.assign(getSignInPath(location.pathname + location.search));
      return;
    }
    sent.current = [...sent.current, ...result.ok];
    // A service that can't join requests has one submission for each text.
    const submissionId = canJoin ? (result.ok[0]?.submission_id ?? null) : null;
    const postIds = result.ok.map((post) => post.id);
    dispatch({ type: "accepted", postIds, submissionId });
    resolve?.(postIds);
    const { phase } = latest.current;
    if (phase.status !== "sent" || !("sendSubmitRequest" in loading)) return;
    loading.saveLastChannels(memberId, latest.current.draft.channelIds);
    // An edit says nothing about how the next post is published.
    if (choice.current && phase.intent === "send" && subject.type === "new")
      storeSubmitChoice(memberId, choice.current);
  }

  run.current = (effect) => {
    if (effect.type === "save") {
      const { subject: of } = latest.current;
      session.save(effect.draft, getEditedPost(of));
      uploads.settle(effect.draft);
    }
    if (effect.type === "upload") void uploads.upload(effect.imageId);
    if (effect.type === "abort-upload") uploads.abort(effect.imageId);
    if (effect.type === "send") void send(effect);
    if (effect.type === "forget") session.forget();
  };

  const resumeUnconfirmed = useCallback(() => {
    if (isUnconfirmedStored)
      void loadUnconfirmed().then(
        (requests) => requests.resume(),
        () => undefined,
      );
  }, [isUnconfirmedStored, loadUnconfirmed]);

  /** Says where the draft is that this tab edited before, and offers to return to it. */
  const offerPrevious = useCallback(() => {
    const left = session.leavePrevious();
    if (left === null || isDraftBlank(left.draft)) return;
    const message = left.isSaved ? "Draft kept in Drafts" : "Draft kept in this browser";
    const undo = () => {
      const back = session.restore(left.id);
      if (!back) return null;
      dispatch({ type: "restored", draft: back.draft });
      dispatch({ type: "opened" });
      setRestored({ type: "opened" });
      session.check();
      return null;
    };
    showToast({ message, isOfText: true, undo });
  }, [session, dispatch]);

  useEffect(() => {
    const { subject: of, draft: empty, known } = first.current;
    // The URL is replaced, so that a reload does not undo a time chosen later.
    if (of.type === "new" && of.isMoved && of.replaces !== undefined)
      replaceComposeUrl(`/compose?again=${encodeURIComponent(of.replaces)}&replaces=1`, null);
    const askOf = (older: ComposerDraft) => {
      isChoosing.current = true;
      setRestored({ type: "stale", draft: older });
    };
    // Content shared with the installed app arrives a moment later.
    const search = new URLSearchParams(location.search);
    const isComing = search.has("shared");
    const isApart = of.type === "new" && of.again === undefined && !first.current.opened;
    const isNew = isApart && search.has("new");
    if (isNew) {
      // A reload continues what the author wrote meanwhile.
      search.delete("new");
      replaceComposeUrl(search.size === 0 ? "/compose" : `/compose?${search}`, null);
      offerPrevious();
    }
    const found = isNew ? null : session.restore();
    // Shared content becomes a draft of its own. The previous draft stays among the drafts, or above the shared content
    // if the service stores none.
    const isBeside = !canSave && found !== null && !isDraftBlank(found.draft);
    if (isApart && (isComing || !isDraftBlank(empty))) {
      // The URL is replaced, so that a reload does not add the content twice.
      replaceComposeUrl("/compose", null);
      if (!isBeside) session.startAnother();
    }
    const isKnown = (id: string) => known.some((channel) => channel.id === id);
    const requestedIds = empty.channelIds.filter(isKnown);
    const lastIds = parseLastChannels(getLocalItem(getLastChannelsKey(memberId))).filter(isKnown);
    const startIds = chooseStartChannels(known, requestedIds, lastIds, !isDraftBlank(empty));
    if (isApart && !isDraftBlank(empty)) {
      const draft = { ...empty, parts: [...empty.parts], channelIds: isBeside ? requestedIds : startIds };
      if (!isBeside) return dispatch({ type: "restored", draft });
      const parts = empty.parts.map((part) => ({ ...part, id: newId() }));
      dispatch({ type: "restored", draft: appendParts(applyRequestedTimeAndChannels(found.draft, draft), parts) });
      return resumeUnconfirmed();
    }
    session.check();
    if (found && (!isComing || isBeside) && !isDraftBlank(found.draft)) {
      const isStale = !isSameVersion(found.post, of);
      if (isStale) return askOf(found.draft);
      // Removed channels stay in the draft, and `ChannelBar` names them.
      const continued = isApart
        ? applyRequestedTimeAndChannels(found.draft, { ...empty, channelIds: requestedIds })
        : of.type === "new" && of.isMoved
          ? { ...found.draft, when: empty.when }
          : found.draft;
      const channelIds = of.type === "post" && !of.whole ? empty.channelIds : continued.channelIds;
      dispatch({ type: "restored", draft: { ...continued, channelIds } });
      resumeUnconfirmed();
      return setRestored({ type: "yes", keptAtMs: found.keptAtMs });
    }
    const { opened: there } = first.current;
    if (there && of.type === "post") {
      if (!isSameVersion(there.post, of)) return askOf(there.draft);
      const channelIds = of.whole ? there.draft.channelIds : empty.channelIds;
      return dispatch({ type: "restored", draft: { ...there.draft, channelIds } });
    }
    if (there || of.type === "post" || of.again !== undefined) return;
    if (startIds.length > 0) dispatch({ type: "channels-set", channelIds: startIds });
  }, [session, dispatch, memberId, canSave, resumeUnconfirmed, offerPrevious]);
  useEffect(() => {
    // No image is added to a post while the author chooses which content to continue with.
    if (!isChoosing.current) bringBack();
  }, [bringBack]);
  // Runs after the page's draft is in place, so that undo goes back to that draft and not to an empty page.
  useEffect(() => dispatch({ type: "opened" }), [dispatch]);

  function onFound(posts: readonly Post[]) {
    sent.current = [...sent.current, ...posts];
  }

  const unsure = { keepsRepeats, load: loadUnconfirmed, onFound };
  return {
    unsure,
    /** The draft that the page began with. A refresh of the page may bring the same post in another zone. */
    start: first.current.draft,
    state,
    dispatch,
    rulesOf,
    channels,
    uploads,
    session,
    restored,
    setRestored,
    latest,
    subscribe,
    sent,
    sentAtMs,
    choice,
  };
}

/** Returns the edited posts with their versions, as a draft stores them. */
function getEditedPost(subject: ComposerSubject): EditedPostVersion {
  if (subject.type === "new") return null;
  const { postId: id, version, whole } = subject;
  const submission = whole?.posts.map((post) => ({ id: post.id, version: post.version, channel_id: post.channelId }));
  return { id, version, ...(submission && { submission }) };
}

/** True if a draft was stored for these very versions of the edited posts. */
function isSameVersion(stored: EditedPostVersion, subject: ComposerSubject): boolean {
  const toVersions = (post: EditedPostVersion) =>
    (post?.submission ?? [post])
      .map((one) => `${one?.id} ${one?.version}`)
      .sort()
      .join();
  return toVersions(stored) === toVersions(getEditedPost(subject));
}

/**
 * Returns the storage slot of the draft. A copy of a post has another slot than a new post, so that neither overwrites
 * the other. The list of drafts opens a draft by its slot: a replacement stays one.
 */
function getDraftSlot(subject: ComposerSubject): string | null {
  if (subject.type === "post") return subject.whole?.id ?? subject.postId;
  if (subject.replaces !== undefined) return `replaces:${subject.replaces}`;
  return subject.again === undefined ? null : `again:${subject.again}`;
}

/**
 * Returns the channels and keeps them up to date while the author writes. Changes of chosen channels are shown as
 * toasts. A removed channel stays in the list, marked, so that its text stays reachable.
 * @param readAtMs when the server read `first`
 */
function useLiveChannels(
  first: readonly Channel[],
  readAtMs: number,
  latest: RefObject<ComposerState>,
): readonly Channel[] {
  const registry = useLazyLiveQueryClient();
  const [channels, setChannels] = useState(first);

  // `useLive` would recompute after each render, and here each letter renders.
  useEffect(() => {
    let watched: QueryWatcher | null = null;
    let known = first;
    let latestRead: readonly Channel[] = first;
    const take = async (now: Channel[]) => {
      if (latestRead === now) return;
      latestRead = now;
      const { formatChannelChanges, appendGoneChannels } = await import("./variants/live-channel-changes.ts");
      if (latestRead !== now) return;
      const next = appendGoneChannels(known, now);
      for (const message of formatChannelChanges(known, next, latest.current.draft.channelIds)) showToast({ message });
      known = next;
      setChannels(next);
    };
    const remove = registry.add((live) => {
      // If the chunk can't be loaded now, the next change reports it.
      watched ??= live.watch(channelsQuery, [...first], readAtMs, (now) => void take(now).catch(() => undefined));
    });
    // A change that arrived while the page loaded found no query to invalidate.
    if (registry.isTouchedSince(readAtMs)) void registry.touch("channels").catch(() => undefined);
    return () => {
      remove();
      watched?.stop();
    };
  }, [registry, first, readAtMs, latest]);

  return channels;
}

/**
 * Returns the rules for counting, with or without images, and after published parts. `learn` reads the service's own
 * limits after it counted differently.
 * @param isDocumentOnly true for a service that follows the API document alone
 */
function usePlatformRules(
  hasImages: boolean,
  isRest: boolean,
  isDocumentOnly: boolean,
): { rulesOf: PlatformRulesLookup; learn: () => void } {
  const registry = useLazyLiveQueryClient();
  const [rulesOf, setRules] = useState<PlatformRulesLookup>(() => defaultRulesLookup);
  const learn = useCallback(() => {
    // A service that reports no limits has explained the problem in its refusal.
    void import("./read-platform-rules.ts")
      .then(({ readPlatformRules }) => readPlatformRules())
      .then(
        (lookup) => setRules(() => lookup),
        () => undefined,
      );
    // The limits of a channel's own server come with the channels.
    void registry.touch("channels").catch(() => undefined);
  }, [registry]);
  const ofImages = useMemo<PlatformRulesLookup>(() => {
    if (isRest) return createThreadOnlyRulesLookup(rulesOf);
    if (isDocumentOnly) return createDocumentedRulesLookup(rulesOf);
    if (!hasImages) return rulesOf;
    return (channel) => {
      const rules = rulesOf(channel);
      return rules && getRulesWithImages(rules, 1);
    };
  }, [rulesOf, hasImages, isRest, isDocumentOnly]);
  return { rulesOf: ofImages, learn };
}
