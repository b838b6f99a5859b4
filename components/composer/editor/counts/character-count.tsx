"use client";
import type { TextEngine } from "#components/composer/editor/text-engine/load-text-engine.ts";
import { ExclamationIcon } from "#components/ui/feedback/exclamation-icon.tsx";
import { formatNumber } from "#components/ui/format-number.ts";
import { joinClassNames } from "#components/ui/join-class-names.ts";
import { PlatformIcon } from "#components/ui/layout/platform-icon.tsx";
import type { PlatformRules } from "#lib/contract/platforms/platform-rules.ts";

/** From this share of the limit on, the limit is shown too. */
const nearLimitShare = 0.9;

type Count = ReturnType<TextEngine["countPart"]>;

/**
 * Formats how far a text exceeds the limit; null if the text fits. Bytes are named only if the byte limit alone is
 * exceeded.
 */
export function formatExcess({ isOver, over, bytes }: Count, byteLimit: number | null): string | null {
  if (!isOver) return null;
  return over > 0 ? `${over} over` : `${bytes - (byteLimit ?? 0)} bytes over`;
}

type CharacterCountProps = { rules: PlatformRules; count: Count };

/** Shows one platform's count of a text, with the limit once the count is near. */
export function CharacterCount({ rules, count }: CharacterCountProps) {
  const over = formatExcess(count, rules.byteLimit);
  const isNear = count.count >= count.limit * nearLimitShare;
  return (
    <span
      className={joinClassNames("inline-flex items-center gap-1.5", over ? "font-medium text-failed" : "text-ink-3")}
    >
      <PlatformIcon platform={rules.slug} size="small" />
      <span className="sr-only">{rules.name} </span>
      <span className="font-mono text-13 tabular-nums">
        {formatNumber(count.count)}
        <span className={over || isNear ? undefined : "sr-only"}>
          <span aria-hidden="true">/</span>
          <span className="sr-only"> of </span>
          {formatNumber(count.limit)}
        </span>
      </span>
      {over ? (
        <>
          <ExclamationIcon className="size-3.5" />
          {over}
        </>
      ) : null}
    </span>
  );
}
