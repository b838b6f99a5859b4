"use client";
import { startTransition, useEffect, useMemo, useRef, useState } from "react";
import { getMsUntilIdle, isLongText } from "#components/composer/editor/input/typing-idle.ts";
import { type ComposerDraft, getPublishableParts } from "#components/composer/state/draft.ts";
import { countPartImages } from "#components/composer/state/part-images.ts";
import type { PlatformRulesLookup } from "#components/composer/state/platform-rules-lookup.ts";
import type { PlatformRules } from "#lib/contract/platforms/platform-rules.ts";
import type { Channel } from "#lib/contract/types.ts";
import type { DeliveryPlan } from "#lib/text/delivery-plan.ts";
import type { TextEngine } from "./load-text-engine.ts";

export type PlatformPlan = { rules: PlatformRules; plan: DeliveryPlan | null };

/**
 * Returns the rules of the chosen channels, each once, because two servers of one platform may have different rules,
 * and the names of platforms that this version does not know.
 */
function listPlatformRules(
  channels: readonly Channel[],
  rulesOf: PlatformRulesLookup,
): { known: PlatformRules[]; unknown: string[] } {
  const known = new Set(channels.flatMap((channel) => rulesOf(channel) ?? []));
  const unknown = new Set(channels.flatMap((channel) => (rulesOf(channel) ? [] : [channel.platform])));
  return { known: [...known], unknown: [...unknown] };
}

/** Returns the same array while its rules stay the same, so that rows do not render again. */
function useStableArray(rules: readonly PlatformRules[]): readonly PlatformRules[] {
  const stable = useRef(rules);
  const isSame = stable.current.length === rules.length && stable.current.every((one, at) => one === rules[at]);
  if (!isSame) stable.current = rules;
  return stable.current;
}

type PlannedTexts = { texts: readonly string[]; engine: TextEngine | null };

/**
 * Returns the texts to plan and the text engine: at once, or for a long thread once the typing pauses and the plans are
 * cached.
 */
function usePlannedTexts(
  texts: readonly string[],
  known: readonly PlatformRules[],
  engine: TextEngine | null,
): PlannedTexts {
  const waits = isLongText(texts);
  const now = useMemo<PlannedTexts>(() => ({ texts, engine: waits ? null : engine }), [texts, waits, engine]);
  const [, follow] = useState(now);
  const shown = useRef(now);
  if (!waits) shown.current = now;
  useEffect(() => {
    if (!engine || !waits) return;
    let stop: () => void = () => undefined;
    const timer = setTimeout(() => {
      stop = engine.runInSlices(engine.precomputePlans(texts, known), () => {
        shown.current = { texts, engine };
        startTransition(() => follow(shown.current));
      });
    }, getMsUntilIdle());
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [texts, waits, known, engine]);
  return shown.current;
}

/**
 * Plans the draft for each chosen platform, and decides if its count is shown under each part or once for the joined
 * parts. Plans lag behind the typing, because joining reads the whole text.
 */
export function useDeliveryPlans(
  draft: ComposerDraft,
  channels: readonly Channel[],
  engine: TextEngine | null,
  rulesOf: PlatformRulesLookup,
) {
  const texts = useMemo(() => getPublishableParts(draft).map((part) => part.text), [draft]);
  const { known, unknown } = useMemo(() => listPlatformRules(channels, rulesOf), [channels, rulesOf]);
  const { texts: later, engine: by } = usePlannedTexts(texts, known, engine);
  const counts = countPartImages(draft, draft.parts);
  const placesKey = JSON.stringify([counts, counts.length > 0 && draft.images.map(({ id }) => id)]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key represents the images and their places
  const images = useMemo(() => ({ counts }), [placesKey]);
  const planned = useMemo<PlatformPlan[]>(
    () => known.map((rules) => ({ rules, plan: by ? by.planParts(later, rules, images.counts) : null })),
    [known, later, by, images],
  );
  const perPart = useStableArray(
    planned.flatMap(({ rules, plan }) => (later.length < 2 || isCountedByPart(rules, plan) ? [rules] : [])),
  );
  const joined = useMemo(
    () =>
      by && later.length > 1
        ? planned
            .filter(({ rules, plan }) => !isCountedByPart(rules, plan))
            .map(({ rules }) => ({ rules, count: by.countJoined(later, rules) }))
        : [],
    [by, planned, later],
  );
  // Without a channel the author may still choose one with threads.
  const hasThreads = known.length === 0 || known.some(({ thread }) => thread !== "never");
  return { planned, perPart, joined, unknown, hasThreads, texts: later };
}

function isCountedByPart(rules: PlatformRules, plan: DeliveryPlan | null): boolean {
  if (rules.thread === "always") return true;
  if (!plan) return false;
  return "problem" in plan ? plan.problem.part !== null : plan.delivery === "thread";
}
