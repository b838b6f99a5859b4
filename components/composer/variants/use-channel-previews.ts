"use client";
import { useMemo, useRef } from "react";
import type { PlatformRules } from "#lib/contract/platforms/platform-rules.ts";
import type { Channel } from "#lib/contract/types.ts";
import type { Room, View } from "#components/preview/channel-preview.ts";
import { sheetOf } from "#components/composer/state/submission/submit-requests.ts";
import { type Draft, type Sheet, writtenParts } from "#components/composer/state/draft.ts";
import type { RulesOf } from "#components/composer/state/platform-rules.ts";
import type { Measure } from "#components/composer/editor/text-engine/use-text-engine.ts";
import type { usePlans } from "#components/composer/editor/text-engine/use-delivery-plans.ts";

type Plans = ReturnType<typeof usePlans>;
type Made = Pick<View, "texts" | "plan" | "room">;

type Ways = {
  draft: Draft;
  /** The sheet that is written on, whose plans `plans` are. */
  sheet: Sheet;
  chosen: readonly Channel[];
  plans: Plans;
  measure: Measure | null;
  rulesOf: RulesOf;
};

/** What each chosen channel gets. Words that are not in view are planned once; those that are follow the typing. */
export function useViews({ draft, sheet, chosen, plans, measure, rulesOf }: Ways): readonly View[] {
  const made = useRef(new WeakMap<object, Map<string, Made>>());
  const others = useSteady(chosen.flatMap(({ id }) => (sheetOf(draft, id) === sheet ? [] : [partsFor(draft, id)])));
  const owners = useSteady(chosen.map(({ id }) => sheetOf(draft, id)));
  const { planned, texts } = plans;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is in view comes with its plans, the rest is in `others`
  return useMemo(() => {
    const kept = (of: object, { platform }: Channel, rules: PlatformRules | null, make: () => Made) => {
      const byRules = made.current.get(of) ?? new Map<string, Made>();
      made.current.set(of, byRules);
      // Two servers may have two limits. The text engine may come after the first planning, and other limits after a refusal.
      const key = `${platform} ${rules?.limit} ${rules?.byteLimit} ${measure ? "" : "later"}`;
      const found = byRules.get(key) ?? make();
      byRules.set(key, found);
      return found;
    };
    return chosen.map((channel): View => {
      const rules = rulesOf(channel);
      const own = sheetOf(draft, channel.id);
      const roomFor = (plan: Made["plan"]): Room | null =>
        plan && rules && measure ? measure.roomOf(plan, rules) : null;
      const view =
        own === sheet
          ? kept(planned, channel, rules, () => {
              const plan = planned.find((one) => one.rules === rules)?.plan ?? null;
              return { texts, plan, room: texts.length > 0 ? roomFor(plan) : null };
            })
          : kept(partsFor(draft, channel.id), channel, rules, () => {
              const words = writtenParts(draft, own).map((part) => part.text);
              const plan = rules && measure ? measure.planParts(words, rules) : null;
              return { texts: words, plan, room: words.length > 0 ? roomFor(plan) : null };
            });
      return { ...view, channel, isOwn: own !== null };
    });
  }, [chosen, owners, others, sheet, planned, texts, measure, rulesOf]);
}

const partsFor = (draft: Draft, channelId: string) => draft.own[channelId] ?? draft.parts;

/** The same list for as long as it holds the same. */
function useSteady<T>(list: readonly T[]): readonly T[] {
  const kept = useRef(list);
  const isSame = kept.current.length === list.length && kept.current.every((one, at) => one === list[at]);
  if (!isSame) kept.current = list;
  return kept.current;
}
