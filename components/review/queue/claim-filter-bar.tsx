"use client";
import { ListFilter } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import {
  type ClaimFilter,
  claimListViews,
  countClaimFilters,
  serializeClaimFilter,
} from "#components/review/review-filter-params.ts";
import { Button } from "#components/ui/controls/button.tsx";
import { Select } from "#components/ui/controls/select.tsx";
import { lazyComponent } from "#components/ui/layout/lazy-component.tsx";
import { Popover } from "#components/ui/overlays/popover.tsx";
import { useOptimisticParams } from "#components/ui/use-optimistic-params.tsx";
import type { ClaimFilterOptions } from "./claim-filter-panel.tsx";

const ClaimFilterPanel = lazyComponent(() => import("./claim-filter-panel.tsx").then((file) => file.ClaimFilterPanel));

const claimListViewLabels: Record<(typeof claimListViews)[number], string> = {
  waiting: "Waiting",
  appealed: "Appealed",
  approved: "Approved",
  rejected: "Rejected",
  all: "All claims",
};

const getReviewPath = (filter: ClaimFilter) => {
  const search = serializeClaimFilter(filter);
  return search === "" ? "/review" : `/review?${search}`;
};

/** Filters the claims; each choice has an address of its own. */
export function ClaimFilterBar({
  filter: currentFilter,
  choices,
}: {
  filter: ClaimFilter;
  choices: ClaimFilterOptions;
}) {
  const router = useRouter();
  const [isOpen, setOpen] = useState(false);
  const {
    requestedParams: filter,
    isNavigating,
    request: changeFilter,
  } = useOptimisticParams(currentFilter, (next) => router.replace(getReviewPath(next), { scroll: false }));
  const filterCount = countClaimFilters(filter);
  return (
    <search aria-label="Filters" aria-busy={isNavigating} className="flex flex-wrap items-center gap-2">
      <Select
        aria-label="Show"
        className="flex-1"
        value={filter.show}
        onChange={({ target }) =>
          changeFilter({ show: claimListViews.find((one) => one === target.value) ?? "waiting" })
        }
      >
        {claimListViews.map((show) => (
          <option key={show} value={show}>
            {claimListViewLabels[show]}
          </option>
        ))}
      </Select>
      <Button
        variant={filterCount > 0 ? "outline" : "quiet"}
        icon={<ListFilter className="size-4" />}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {filterCount > 0 ? `Filters ${filterCount}` : "Filters"}
      </Button>
      <Popover label="Filters" open={isOpen} onClose={() => setOpen(false)}>
        <ClaimFilterPanel filter={filter} choices={choices} onFilter={changeFilter} />
      </Popover>
    </search>
  );
}
