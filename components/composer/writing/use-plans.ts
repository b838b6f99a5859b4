"use client";
import { startTransition, useEffect, useMemo, useRef, useState } from "react";
import type { PlatformRules } from "#lib/contract/platforms";
import type { Channel } from "#lib/contract/types";
import type { DeliveryPlan } from "#lib/text/join";
import { type Draft, writtenParts } from "../machine/draft.ts";
import type { RulesOf } from "../machine/rules.ts";
import type { Measure } from "./use-measure.ts";

export type Planned = { rules: PlatformRules; plan: DeliveryPlan | null };

/** The platforms chosen, each once; names of those whose rules this version does not know. */
function rulesFor(channels: readonly Channel[], rulesOf: RulesOf): { known: PlatformRules[]; unknown: string[] } {
  const slugs = [...new Set(channels.map((channel) => channel.platform))];
  const known = slugs.flatMap((slug) => rulesOf(slug) ?? []);
  return { known, unknown: slugs.filter((slug) => rulesOf(slug) === null) };
}

/** The same array for as long as it holds the same rules: rows that count by it are not redrawn. */
function useSteady(rules: readonly PlatformRules[]): readonly PlatformRules[] {
  const kept = useRef(rules);
  const isSame = kept.current.length === rules.length && kept.current.every((one, at) => one === rules[at]);
  if (!isSame) kept.current = rules;
  return kept.current;
}

/** Planning a longer text than this takes longer than a frame on a slow machine, characters of all parts. */
const longCharacters = 3_000;
/** Ms without a keystroke after which a long text is planned. */
const quietMs = 300;

/** The texts as they were a moment ago: at low priority after each keystroke, of a long thread once the typing rests. */
function useLater(texts: readonly string[]): readonly string[] {
  const [later, setLater] = useState(texts);
  useEffect(() => {
    const isLong = texts.reduce((sum, text) => sum + text.length, 0) > longCharacters;
    const timer = setTimeout(() => startTransition(() => setLater(texts)), isLong ? quietMs : 0);
    return () => clearTimeout(timer);
  }, [texts]);
  return later;
}

/**
 * How the draft would go out on each chosen platform, and where its count stands: under each part, or once for all
 * parts joined. Plans follow the typing at low priority, for joining reads the whole text.
 */
export function usePlans(draft: Draft, channels: readonly Channel[], measure: Measure | null, rulesOf: RulesOf) {
  const texts = useMemo(() => writtenParts(draft).map((part) => part.text), [draft]);
  const later = useLater(texts);
  const { known, unknown } = useMemo(() => rulesFor(channels, rulesOf), [channels, rulesOf]);
  const planned = useMemo<Planned[]>(
    () => known.map((rules) => ({ rules, plan: measure ? measure.planParts(later, rules) : null })),
    [known, later, measure],
  );
  const perPart = useSteady(
    planned.flatMap(({ rules, plan }) => (later.length < 2 || isByPart(rules, plan) ? [rules] : [])),
  );
  const joined = useMemo(
    () =>
      measure && later.length > 1
        ? planned
            .filter(({ rules, plan }) => !isByPart(rules, plan))
            .map(({ rules }) => ({ rules, count: measure.countJoined(later, rules) }))
        : [],
    [measure, planned, later],
  );
  return { planned, perPart, joined, unknown, texts: later };
}

function isByPart(rules: PlatformRules, plan: DeliveryPlan | null): boolean {
  if (rules.thread === "always") return true;
  if (!plan) return false;
  return "problem" in plan ? plan.problem.part !== null : plan.delivery === "thread";
}
