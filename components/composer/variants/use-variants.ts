"use client";
import { type RefObject, useCallback, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { documentFieldId, findEditorField } from "#components/composer/editor/input/editor-fields.ts";
import type { TextEngine } from "#components/composer/editor/text-engine/load-text-engine.ts";
import { useDeliveryPlans } from "#components/composer/editor/text-engine/use-delivery-plans.ts";
import type { ComposerEvent, ComposerState } from "#components/composer/state/composer-state.ts";
import {
  type ComposerDraft,
  getPublishableParts,
  getVariantParts,
  type VariantId,
} from "#components/composer/state/draft.ts";
import { countPartImages, getPartImages } from "#components/composer/state/part-images.ts";
import type { PlatformRulesLookup } from "#components/composer/state/platform-rules-lookup.ts";
import { getVariantId } from "#components/composer/state/submission/submit-requests.ts";
import type { ChannelPreview } from "#components/preview/channel-preview.ts";
import type { RemainingLimit } from "#components/preview/remaining-limit.ts";
import { announce } from "#components/ui/feedback/announce.tsx";
import { showToast } from "#components/ui/feedback/toast.tsx";
import { getChannelName } from "#lib/contract/platforms/channel-name.ts";
import type { PlatformRules } from "#lib/contract/platforms/platform-rules.ts";
import type { Channel, ThreadChoice } from "#lib/contract/types.ts";
import { newId } from "#lib/new-id.ts";

type DeliveryPlans = ReturnType<typeof useDeliveryPlans>;
type CachedPreview = Pick<ChannelPreview, "texts" | "plan" | "room">;

type UseChannelPreviewsOptions = {
  draft: ComposerDraft;
  /** The active variant, which `plans` belong to. */
  variantId: VariantId;
  chosenChannels: readonly Channel[];
  plans: DeliveryPlans;
  measure: TextEngine | null;
  rulesOf: PlatformRulesLookup;
  getThreadChoice: (channelId: string, draft: ComposerDraft) => ThreadChoice | null;
};

/** Returns the preview of each chosen channel. Other variants are planned once; the active one follows the typing. */
function useChannelPreviews({
  draft,
  variantId,
  chosenChannels,
  plans,
  measure,
  rulesOf,
  getThreadChoice,
}: UseChannelPreviewsOptions): readonly ChannelPreview[] {
  const cache = useRef(new WeakMap<object, Map<string, CachedPreview>>());
  const others = useStableArray(
    chosenChannels.flatMap(({ id }) => (getVariantId(draft, id) === variantId ? [] : [getChannelParts(draft, id)])),
  );
  const owners = useStableArray(chosenChannels.map(({ id }) => getVariantId(draft, id)));
  const { planned, texts } = plans;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the active variant changes with its plans, the others with `others`
  return useMemo(() => {
    const getCached = (of: object, { platform }: Channel, rules: PlatformRules | null, create: () => CachedPreview) => {
      const byRules = cache.current.get(of) ?? new Map<string, CachedPreview>();
      cache.current.set(of, byRules);
      // Two servers may have different limits. The text engine may load after the first plan, and a refusal may bring
      // other limits.
      const key = `${platform} ${rules?.thread} ${rules?.limit} ${rules?.byteLimit} ${measure ? "" : "later"}`;
      const found = byRules.get(key) ?? create();
      byRules.set(key, found);
      return found;
    };
    return chosenChannels.map((channel): ChannelPreview => {
      const rules = rulesOf(channel);
      const own = getVariantId(draft, channel.id);
      const getRemainingLimit = (plan: CachedPreview["plan"]): RemainingLimit | null =>
        plan && rules && measure ? measure.getRemainingLimit(plan, rules) : null;
      const view =
        own === variantId
          ? getCached(planned, channel, rules, () => {
              const plan = planned.find((one) => one.rules === rules)?.plan ?? null;
              return { texts, plan, room: texts.length > 0 ? getRemainingLimit(plan) : null };
            })
          : getCached(getChannelParts(draft, channel.id), channel, rules, () => {
              const words = getPublishableParts(draft, own).map((part) => part.text);
              const images = countPartImages(draft, getChannelParts(draft, channel.id));
              const plan = rules && measure ? measure.planParts(words, rules, images) : null;
              return { texts: words, plan, room: words.length > 0 ? getRemainingLimit(plan) : null };
            });
      const images = getPartImages(draft, getChannelParts(draft, channel.id)).map((of) => of.map(({ id }) => id));
      return {
        ...view,
        channel,
        isOwn: own !== null,
        threadChoice: getThreadChoice(channel.id, draft),
        images,
        imagesMax: rules?.images.max ?? Number.POSITIVE_INFINITY,
      };
    });
  }, [chosenChannels, owners, others, variantId, planned, texts, measure, rulesOf, getThreadChoice]);
}

const getChannelParts = (draft: ComposerDraft, channelId: string) => draft.own[channelId] ?? draft.parts;

/** Returns the same list while its items stay the same. */
function useStableArray<T>(list: readonly T[]): readonly T[] {
  const getCached = useRef(list);
  const isSame = getCached.current.length === list.length && getCached.current.every((one, at) => one === list[at]);
  if (!isSame) getCached.current = list;
  return getCached.current;
}

type UseVariantsOptions = {
  draft: ComposerDraft;
  channels: readonly Channel[];
  latest: RefObject<ComposerState>;
  dispatch: (event: ComposerEvent) => void;
  measure: TextEngine | null;
  rulesOf: PlatformRulesLookup;
  getThreadChoice: (channelId: string, draft: ComposerDraft) => ThreadChoice | null;
};

/** Manages the variants: the active one with its counts, each channel's preview, and moves between them. */
export function useVariants(options: UseVariantsOptions) {
  const { draft, channels, latest, dispatch, measure, rulesOf, getThreadChoice } = options;
  const { draft: page, ...words } = useActiveVariant({ draft, channels, latest, dispatch });
  const plans = useDeliveryPlans(page, words.served, measure, rulesOf);
  const views = useChannelPreviews({
    draft,
    variantId: words.variantId,
    chosenChannels: words.chosenChannels,
    plans,
    measure,
    rulesOf,
    getThreadChoice,
  });
  const focusPart = useFocusPart({ views, measure, rulesOf, latest, show: words.show });
  const [shownId, setShownId] = useState<string | null>(null);
  const { write } = words;
  const { goToPart } = focusPart;
  const customize = useCallback(
    (channelId: string) => {
      write(channelId);
      setShownId(channelId);
      // Moves to the end of the text and scrolls up to the tabs that name the channel.
      scrollTo({ top: 0 });
      goToPart(channelId, 0, getVariantParts(latest.current.draft, channelId)[0]?.text.length);
    },
    [write, goToPart, latest],
  );
  /** Returns the remaining characters of any channel, chosen or not. */
  const getRemainingLimit = useCallback(
    (channel: Channel) => {
      const now = latest.current.draft;
      const rules = rulesOf(channel);
      const texts = getPublishableParts(now, getVariantId(now, channel.id)).map((part) => part.text);
      return rules && measure && texts.length > 0
        ? measure.getRemainingLimit(
            measure.planParts(texts, rules, countPartImages(now, getChannelParts(now, channel.id))),
            rules,
          )
        : null;
    },
    [latest, measure, rulesOf],
  );
  /** Shows a variant, and in the preview a channel that gets it. */
  const show = (id: VariantId) => {
    words.show(id);
    if (id || draft.own[shownId ?? ""]) setShownId(id);
  };
  const preview = { views, shownId, onShow: setShownId, onGoTo: focusPart.goToExcess, onCommon: words.dropOwn };
  return { ...words, ...focusPart, show, getRemainingLimit, page, plans, views, preview, customize };
}

type UseFocusPartOptions = {
  views: readonly ChannelPreview[];
  measure: TextEngine | null;
  rulesOf: PlatformRulesLookup;
  latest: RefObject<ComposerState>;
  show: (variantId: VariantId) => void;
};

/**
 * Returns functions that move the caret in a channel's text to the first character over its limit, or to the start of a
 * part.
 */
function useFocusPart({ views, measure, rulesOf, latest, show }: UseFocusPartOptions) {
  const goToPart = useCallback(
    (channelId: string, part: number, at = 0) => {
      const { draft } = latest.current;
      const variantId = getVariantId(draft, channelId);
      const parts = getVariantParts(draft, variantId);
      // The field must be rendered before it can get the focus.
      flushSync(() => show(variantId));
      const field = findEditorField((parts[part] ?? parts[0])?.id);
      if (!field) return;
      const texts = parts.map(({ text }) => text);
      if (field.id === documentFieldId) return measure?.moveDocumentCaret(field, texts, part, at);
      field.focus();
      field.setSelectionRange(at, at);
      field.scrollIntoView({ block: "nearest" });
    },
    [latest, show, measure],
  );
  const goToExcess = useCallback(
    (channelId: string) => {
      const view = views.find(({ channel }) => channel.id === channelId);
      const rules = view && rulesOf(view.channel);
      const place = view?.plan && rules && measure?.findExcess(view.texts, view.plan, rules);
      if (place) goToPart(channelId, place.part, place.at);
    },
    [views, measure, rulesOf, goToPart],
  );
  return { goToPart, goToExcess };
}

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
function useActiveVariant({ draft, channels, latest, dispatch }: UseActiveVariantOptions) {
  const [selectedId, setSelectedId] = useState<VariantId>(null);
  const isShown = selectedId !== null && draft.own[selectedId] !== undefined && draft.channelIds.includes(selectedId);
  const variantId = isShown ? selectedId : null;
  const parts = getVariantParts(draft, variantId);
  const onSheet = useMemo(() => (parts === draft.parts ? draft : { ...draft, parts }), [draft, parts]);
  const chosenChannels = useMemo(
    () => channels.filter(({ id }) => draft.channelIds.includes(id)),
    [channels, draft.channelIds],
  );
  const owners = chosenChannels.filter(({ id }) => draft.own[id]);
  // The list stays the same while it names the same channels, whatever the author types.
  const names = chosenChannels.filter(({ id }) => getVariantId(draft, id) === variantId).map(({ id }) => id);
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
      setSelectedId(channelId);
    },
    [latest, dispatch],
  );
  const dropOwn = useCallback(
    (channelId: string) => {
      const gone = latest.current.draft.own[channelId];
      if (!gone) return;
      dispatch({ type: "own-dropped", channelId });
      const channel = channels.find(({ id }) => id === channelId);
      showToast({
        message: `${channel ? getChannelName(channel) : "The channel"} uses the shared text again`,
        isOfText: true,
        undo: () => {
          const { draft: now } = latest.current;
          dispatch({ type: "restored", draft: { ...now, own: { ...now.own, [channelId]: gone } } });
          return null;
        },
      });
    },
    [channels, latest, dispatch],
  );

  return { variantId, show: setSelectedId, write, dropOwn, draft: onSheet, chosenChannels, owners, served };
}
