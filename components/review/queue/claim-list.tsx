"use client";
import { type RefObject, useCallback } from "react";
import type { Claim } from "#lib/contract/types.ts";
import { ClaimRow } from "./claim-row.tsx";
import { getClaimsByRow, getVisibleClaims, projectStatus, type ReviewState } from "./review-state.ts";
import type { ReviewStore } from "./review-store.ts";
import { useCollapsingRows } from "./use-collapse-animation.ts";

type ClaimListProps = {
  state: ReviewState;
  store: ReviewStore;
  nowMs: number;
  list: RefObject<HTMLUListElement | null>;
  /** Called when a person opens a claim by hand. */
  onOpen: () => void;
};

/** Null where none of the claims has a number. */
const sum = (numbers: readonly (number | null)[]): number | null =>
  numbers.reduce((total, one) => (one === null ? total : (total ?? 0) + one), null);

/** Lists claims, one row for each text, oldest first; decided claims stay for a while, faint and with their outcome. */
export function ClaimList({ state, store, nowMs, list, onOpen }: ClaimListProps) {
  const onSelect = useCallback(
    (id: string) => {
      store.dispatch({ type: "go", id });
      onOpen();
    },
    [store, onOpen],
  );
  const onChoose = useCallback(
    (id: string, extend: boolean) => store.dispatch({ type: "choose", id, extend }),
    [store],
  );
  const rows = getVisibleClaims(state);
  const claimsByRow = getClaimsByRow(state);
  const { collapsing, onCollapsed } = useCollapsingRows(rows.map(({ id }) => id));
  const visibleIds = new Set(rows);
  const row = (claim: Claim) => {
    const status = projectStatus(state, claim);
    const channels = claimsByRow.get(claim.id) ?? [claim];
    return (
      <ClaimRow
        key={claim.id}
        claim={claim}
        state={status.state}
        awarded={sum(channels.map((one) => projectStatus(state, one).awarded))}
        points={sum(channels.map((one) => one.points)) ?? claim.points}
        platforms={channels.map((one) => one.channel).join()}
        isCurrent={claim.id === state.cursor}
        isSelected={state.selected.has(claim.id)}
        isCollapsing={!visibleIds.has(claim)}
        nowMs={nowMs}
        onSelect={onSelect}
        onChoose={onChoose}
        onCollapsed={onCollapsed}
      />
    );
  };
  return (
    <ul ref={list} aria-label="Claims" className="grid gap-0.5">
      {state.claims.filter((claim) => visibleIds.has(claim) || collapsing.has(claim.id)).map(row)}
    </ul>
  );
}
