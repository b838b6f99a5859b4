"use client";
import { Completions } from "#components/composer/completions/completions.tsx";
import { LimitAnnouncements } from "./counts/limit-announcements.tsx";
import type { PlatformPlan } from "./text-engine/use-delivery-plans.ts";

type WritingAidsProps = { planned: readonly PlatformPlan[]; channelIds: readonly string[] };

/** Helps while the author writes; loaded with the first interaction. */
export function WritingAids({ planned, channelIds }: WritingAidsProps) {
  return (
    <>
      <LimitAnnouncements planned={planned} />
      <Completions channelIds={channelIds} />
    </>
  );
}
