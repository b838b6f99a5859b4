"use client";
import { BadgeCheck, ChartNoAxesColumn, ChevronLeft, EyeOff, ScrollText } from "lucide-react";
import { type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { formatAge } from "#components/review/claim-labels.ts";
import type { ClaimFilter } from "#components/review/review-filter-params.ts";
import { Button } from "#components/ui/controls/button.tsx";
import { ButtonLink } from "#components/ui/controls/button-link.tsx";
import { Banner } from "#components/ui/feedback/banner.tsx";
import { EmptyState } from "#components/ui/feedback/empty-state.tsx";
import { StaleBanner } from "#components/ui/feedback/stale-banner.tsx";
import { formatNumber } from "#components/ui/format-number.ts";
import { joinClassNames } from "#components/ui/join-class-names.ts";
import { lazyComponent } from "#components/ui/layout/lazy-component.tsx";
import { PageHeader } from "#components/ui/layout/page.tsx";
import { useNow } from "#components/ui/use-now.ts";
import { viewClaim } from "#lib/actions/claims.ts";
import type { ClaimEvidence } from "#lib/contract/types.ts";
import type { ClaimPage } from "#lib/queries/claims.ts";
import { usePreferences } from "#lib/queries/preferences-context.ts";
import { toReadFailure } from "#lib/queries/read-resource.ts";
import { formatCount } from "#lib/text/format-count.ts";
import { BlindReviewSwitch } from "./blind-review-switch.tsx";
import { ClaimFilterBar } from "./claim-filter-bar.tsx";
import type { ClaimFilterOptions } from "./claim-filter-panel.tsx";
import { ClaimList } from "./claim-list.tsx";
import type { ClaimChannelAccount } from "./evidence-card.tsx";
import { countPendingClaims, getApprovableClaims, getUpcomingClaims } from "./review-state.ts";
import { useClaimEvidence } from "./use-claim-evidence.ts";
import { useMobilePane } from "./use-mobile-pane.ts";
import { useReview } from "./use-review.ts";
import { useReviewShortcuts } from "./use-review-shortcuts.ts";

/** Ms on a claim before it is marked as viewed, so that a review of thirty claims a minute sends no marks. */
const dwellMs = 800;
/** Repeats the mark in ms; the service keeps it for 30 s. */
const retryNoticeMs = 20_000;

/** Marks the open claim as viewed while the tab is visible. A failed mark does not affect the review. */
function useClaimPresence(id: string | null, isOn: boolean): void {
  useEffect(() => {
    if (id === null || !isOn) return;
    const mark = () => {
      if (document.visibilityState === "visible" && navigator.onLine) void viewClaim({ id }).catch(() => undefined);
    };
    const first = setTimeout(mark, dwellMs);
    const timer = setInterval(mark, retryNoticeMs);
    return () => {
      clearTimeout(first);
      clearInterval(timer);
    };
  }, [id, isOn]);
}

// With pending claims the chunk comes with the page, whose keys do not work before; without claims it loads after the
// page.
const loadClaimDetail = () => import("./claim-detail.tsx");
const ClaimDetail = lazyComponent(() => loadClaimDetail().then((file) => file.ClaimDetail));
/** Ms after which the first claim's evidence panel is fetched ahead. */
const aheadMs = 2_500;

const BulkApprovalBar = lazyComponent(() => import("./bulk-approval-bar.tsx").then((file) => file.BulkApprovalBar));
const SimulationDialog = lazyComponent(() => import("./simulation-dialog.tsx").then((file) => file.SimulationDialog));
const CompareClaimsDialog = lazyComponent(() =>
  import("./compare-claims-dialog.tsx").then((file) => file.CompareClaimsDialog),
);

export type ReviewAbilities = {
  decide: boolean;
  undo: boolean;
  view: boolean;
  simulate: boolean;
  ledger: boolean;
};

type ReviewPageProps = {
  filter: ClaimFilter;
  search: string;
  first: ClaimPage;
  firstEvidence: ClaimEvidence | null;
  nowMs: number;
  may: ReviewAbilities;
  reasons: readonly string[];
  /** The blind review setting; null when the service does not report it. */
  blind: { isOn: boolean; mayChange: boolean } | null;
  choices: ClaimFilterOptions;
  accounts: Readonly<Record<string, ClaimChannelAccount>>;
};

/** The review page: claims at the left, evidence at the right, all usable by keyboard. */
export function ReviewPage(props: ReviewPageProps) {
  const { filter, search, first, firstEvidence, nowMs, may, reasons, blind, choices, accounts } = props;
  const now = useNow(nowMs);
  const times = usePreferences();
  const { store, state, error } = useReview(search, first, nowMs);
  const evidenceState = useClaimEvidence(state.cursor, getUpcomingClaims(state, 2), firstEvidence);
  const [isSimulationOpen, setSimulationOpen] = useState(false);
  const [compared, setCompared] = useState<string | null>(null);
  const list = useRef<HTMLUListElement>(null);
  const view = useMobilePane();
  useReviewShortcuts({ store, reasons, may, onSimulate: () => setSimulationOpen(true) });
  useClaimPresence(state.cursor, may.view);
  useFocusFollowsCursor(list, state.cursor, state.mode);
  useEffect(() => {
    const timer = setTimeout(() => void loadClaimDetail().catch(() => undefined), aheadMs);
    return () => clearTimeout(timer);
  }, []);

  useEffect(() => {
    if (evidenceState.evidence) store.dispatch({ type: "learned", claim: evidenceState.evidence.claim });
  }, [store, evidenceState.evidence]);

  const isPendingList = filter.show === "waiting";
  const count = isPendingList ? countPendingClaims(state) : state.total;
  const oldest = state.claims.find((claim) => claim.state === "pending");
  return (
    <>
      <PageHeader
        title="Review"
        note={
          <span>
            <strong className="font-semibold text-ink tabular-nums">{formatNumber(count)}</strong>{" "}
            {isPendingList ? "waiting" : count === 1 ? "claim" : "claims"}
            {isPendingList && oldest && count > 0 ? ` · oldest ${formatAge(oldest.published_at, now)}` : ""}
            {" · "}
            <a href="/docs/review" className="underline underline-offset-2">
              How review works
            </a>
          </span>
        }
        actions={
          <>
            {blind ? <BlindReviewSwitch {...blind} icon={<EyeOff className="size-4" />} /> : null}
            {may.simulate ? (
              <Button
                variant="quiet"
                icon={<ChartNoAxesColumn className="size-4" />}
                aria-haspopup="dialog"
                onClick={() => setSimulationOpen(true)}
              >
                What if
              </Button>
            ) : null}
            {may.ledger ? (
              <ButtonLink href="/review/log" variant="quiet" icon={<ScrollText className="size-4" />}>
                Log
              </ButtonLink>
            ) : null}
          </>
        }
      />
      <div className="grid flex-1 border-t md:grid-cols-[300px_minmax(0,1fr)] xl:grid-cols-[380px_minmax(0,1fr)]">
        <section
          aria-label="List"
          className={joinClassNames(
            "flex min-w-0 flex-col gap-2 p-3 md:sticky md:top-top-bar md:h-[calc(100dvh-61px)] md:overflow-y-auto md:border-r",
            view.isEvidence && "max-md:hidden",
          )}
        >
          <ClaimFilterBar filter={filter} choices={choices} />
          {error ? <StaleBanner reason={toReadFailure(error).message} /> : null}
          {state.blockingFailure ? (
            <Banner tone="publishing" role="status">
              {formatCount(state.queue.length, "decision")} will be sent when you're back online. Keep this tab open.
            </Banner>
          ) : null}
          <ClaimList state={state} store={store} nowMs={now.getTime()} list={list} onOpen={view.open} />
          {state.claims.length < state.total ? (
            <p className="px-3 py-2 text-13 text-ink-3">
              The oldest {state.claims.length} are listed; more load as you decide.
            </p>
          ) : null}
          {state.selected.size > 0 ? (
            <Suspense>
              <BulkApprovalBar
                selectedCount={state.selected.size}
                approvable={getApprovableClaims(state)}
                may={may}
                onApprove={() => store.dispatch({ type: "approve_chosen" })}
                onSimulate={() => setSimulationOpen(true)}
                onClear={() => store.dispatch({ type: "clear" })}
              />
            </Suspense>
          ) : null}
        </section>
        <section aria-label="Evidence" className={joinClassNames("min-w-0", !view.isEvidence && "max-md:hidden")}>
          <Button
            variant="quiet"
            className="mt-2 ml-2 md:hidden"
            icon={<ChevronLeft className="size-4" />}
            onClick={view.back}
          >
            All claims
          </Button>
          {count === 0 && isPendingList && state.decidedHere.length === 0 ? (
            <EmptyState icon={<BadgeCheck />} title="All caught up">
              Claims appear here when their posts are published.
            </EmptyState>
          ) : (
            <OptionalSuspense isOn={first.claims.length === 0}>
              <ClaimDetail
                store={store}
                state={state}
                evidenceState={evidenceState}
                accounts={accounts}
                reasons={reasons}
                may={may}
                times={times}
                now={now}
                onCompare={setCompared}
              />
            </OptionalSuspense>
          )}
        </section>
      </div>
      {isSimulationOpen ? (
        <Suspense>
          <SimulationDialog store={store} state={state} may={may} onClose={() => setSimulationOpen(false)} />
        </Suspense>
      ) : null}
      {compared !== null && evidenceState.evidence ? (
        <Suspense>
          <CompareClaimsDialog
            evidence={evidenceState.evidence}
            earlierId={compared}
            times={times}
            now={now}
            onClose={() => setCompared(null)}
          />
        </Suspense>
      ) : null}
    </>
  );
}

/** A page without claims at first must not disappear while a new claim's panel loads. */
function OptionalSuspense({ isOn, children }: { isOn: boolean; children: ReactNode }) {
  return isOn ? <Suspense>{children}</Suspense> : children;
}

/**
 * Moves the focus to the current claim, so that screen readers announce it, unless the focus is in a field or on a
 * button.
 */
function useFocusFollowsCursor(
  list: React.RefObject<HTMLUListElement | null>,
  cursor: string | null,
  mode: string,
): void {
  const before = useRef(`${cursor} look`);
  useEffect(() => {
    const place = `${cursor} ${mode}`;
    const isSame = before.current === place;
    before.current = place;
    // A closed form leaves no focus behind.
    if (isSame || cursor === null || mode !== "look") return;
    const row = list.current?.querySelector<HTMLElement>(`[data-claim="${CSS.escape(cursor)}"]`);
    row?.scrollIntoView({ block: "nearest" });
    const active = document.activeElement;
    if (active === document.body || active === null || list.current?.contains(active)) {
      row?.querySelector<HTMLElement>("button")?.focus({ preventScroll: true });
    }
  }, [list, cursor, mode]);
}
