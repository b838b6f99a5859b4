import { Check, Copy, Eye, MessageSquareReply, X } from "lucide-react";
import { memo } from "react";
import { formatAge, formatClaimState, getClaimAuthorName } from "#components/review/claim-labels.ts";
import { Badge } from "#components/ui/feedback/badge.tsx";
import { PointsBadge } from "#components/ui/feedback/points-badge.tsx";
import { joinClassNames } from "#components/ui/join-class-names.ts";
import { InitialsAvatar } from "#components/ui/layout/initials-avatar.tsx";
import { PlatformIcon } from "#components/ui/layout/platform-icon.tsx";
import { formatPlatformName } from "#lib/contract/platforms/platform-names.ts";
import type { Claim } from "#lib/contract/types.ts";
import { useCollapseAnimation } from "./use-collapse-animation.ts";

type ClaimRowProps = {
  claim: Claim;
  /** The claim's state once all queued requests are done. */
  state: string;
  awarded: number | null;
  /** The sum of the row's channels. */
  points: number;
  /** The platforms of the row's channels, with a comma between. */
  platforms: string;
  isCurrent: boolean;
  isSelected: boolean;
  /** True while the row collapses out of the list. */
  isCollapsing: boolean;
  /** Ms since 1970. */
  nowMs: number;
  onSelect: (id: string) => void;
  onChoose: (id: string, extend: boolean) => void;
  /** Called when the row has collapsed. */
  onCollapsed: (id: string) => void;
};

/** More icons leave no space for the text beside the evidence on a tablet. */
const iconsMax = 3;

/** Shows one claim of the list. Its avatar is the checkbox that selects it. */
export const ClaimRow = memo(function ClaimRow(props: ClaimRowProps) {
  const { claim, state, awarded, points, platforms, isCurrent, isSelected, isCollapsing, nowMs } = props;
  const { onSelect, onChoose, onCollapsed } = props;
  const row = useCollapseAnimation(isCollapsing, claim.id, onCollapsed);
  const isOpen = state === "pending";
  const name = getClaimAuthorName(claim);
  const names = platforms.split(",");
  return (
    <li
      ref={row}
      data-claim={isCollapsing ? undefined : claim.id}
      aria-hidden={isCollapsing || undefined}
      inert={isCollapsing}
      className={joinClassNames(
        "relative grid min-h-14 [contain-intrinsic-height:auto_58px] [content-visibility:auto] grid-cols-[auto_minmax(0,1fr)] items-center rounded-card border",
        isCurrent
          ? "border-line bg-paper shadow-lift"
          : isSelected
            ? "border-transparent bg-accent-wash"
            : "border-transparent hover:bg-sunk",
      )}
    >
      <label
        className={joinClassNames(
          "relative grid h-full min-w-11 place-items-center pl-1.5",
          !isOpen && !isSelected && "opacity-60",
        )}
      >
        <input
          type="checkbox"
          className="absolute inset-0 size-full cursor-pointer appearance-none rounded-card -outline-offset-2"
          aria-label={`Select ${name}: ${claim.text}`}
          aria-keyshortcuts={isCurrent ? "X" : undefined}
          tabIndex={isCurrent ? 0 : -1}
          checked={isSelected}
          disabled={!isOpen && !isSelected}
          onChange={(event) =>
            onChoose(claim.id, event.nativeEvent instanceof MouseEvent && event.nativeEvent.shiftKey)
          }
        />
        {isSelected ? (
          <span className="grid size-[30px] place-items-center rounded-full bg-accent text-on-accent">
            <Check className="size-4" />
          </span>
        ) : (
          <InitialsAvatar name={claim.member?.name ?? "?"} />
        )}
      </label>
      <button
        type="button"
        tabIndex={isCurrent ? 0 : -1}
        aria-current={isCurrent ? "true" : undefined}
        onClick={() => onSelect(claim.id)}
        // The row clips its content: the ring is inside it.
        className="flex min-h-14 min-w-0 items-center gap-2.5 rounded-card py-2 pr-3 pl-2.5 text-left -outline-offset-2"
      >
        <span className="min-w-0 flex-1 leading-4.5">
          <span className="block truncate text-14 text-ink-3">
            <strong className={isOpen ? "font-semibold text-ink" : "font-semibold"}>{name}</strong>
            {` · ${formatAge(claim.published_at, new Date(nowMs))}`}
          </span>
          <span className="flex items-center gap-1.5 text-13 text-ink-3">
            <span className="min-w-0 flex-1 truncate">{claim.text || "Images only"}</span>
            {isOpen ? <ClaimIndicators claim={claim} /> : null}
            {names.slice(0, iconsMax).map((platform, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two channels may be on one platform
              <PlatformIcon key={at} platform={platform} label={formatPlatformName(platform)} size="small" />
            ))}
            {names.length > iconsMax ? `+${names.length - iconsMax}` : null}
          </span>
        </span>
        <ClaimOutcome state={state} awarded={awarded} points={points} />
      </button>
    </li>
  );
});

/** Shows facts that help a reviewer before opening the claim. */
function ClaimIndicators({ claim }: { claim: Claim }) {
  return (
    <>
      {claim.viewer ? (
        <span
          title={`${claim.viewer.name} is looking at this`}
          className="inline-flex shrink-0 items-center text-accent"
        >
          <Eye className="size-3.5" />
          <span className="sr-only">, {claim.viewer.name} is looking at this</span>
        </span>
      ) : null}
      {claim.like ? (
        <span title="Similar to an earlier claim" className="inline-flex shrink-0 items-center text-gold-text">
          <Copy className="size-3.5" />
          <span className="sr-only">, similar to an earlier claim</span>
        </span>
      ) : null}
      {claim.appeal ? (
        <span title="Appealed" className="inline-flex shrink-0 items-center text-publishing">
          <MessageSquareReply className="size-3.5" />
          <span className="sr-only">, appealed</span>
        </span>
      ) : null}
    </>
  );
}

function ClaimOutcome({ state, awarded, points }: { state: string; awarded: number | null; points: number }) {
  if (state === "pending") return <PointsBadge points={points} />;
  const stateText = formatClaimState({ state, awarded });
  if (state === "approved") {
    return (
      <Badge tone="published" icon={<Check className="size-3.5" />}>
        {stateText}
      </Badge>
    );
  }
  return (
    <Badge
      tone={state === "rejected" ? "failed" : "neutral"}
      icon={state === "rejected" ? <X className="size-3.5" /> : null}
    >
      {stateText}
    </Badge>
  );
}
