"use client";
import { ListFilter } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Button } from "#components/ui/controls/button.tsx";
import { later } from "#components/ui/layout/lazy-component.tsx";
import { Popover } from "#components/ui/overlays/popover.tsx";
import { Select } from "#components/ui/controls/select.tsx";
import { useWanted } from "#components/ui/use-optimistic-params.tsx";
import { type ClaimFilter, claimSearch, cutCount, shows } from "#components/review/review-filters.ts";
import type { FilterChoices } from "./claim-filter-panel.tsx";

const FilterPanel = later(() => import("./claim-filter-panel.tsx").then((file) => file.FilterPanel));

const showWords: Record<(typeof shows)[number], string> = {
  waiting: "Waiting",
  appealed: "Appealed",
  approved: "Approved",
  rejected: "Rejected",
  all: "All claims",
};

const addressOf = (filter: ClaimFilter) => {
  const search = claimSearch(filter);
  return search === "" ? "/review" : `/review?${search}`;
};

/** Which claims are listed; each choice is an address of its own. */
export function FilterBar({ filter: shown, choices }: { filter: ClaimFilter; choices: FilterChoices }) {
  const router = useRouter();
  const [isOpen, setOpen] = useState(false);
  const {
    wanted: filter,
    isGoing,
    ask: go,
  } = useWanted(shown, (next) => router.replace(addressOf(next), { scroll: false }));
  const cuts = cutCount(filter);
  return (
    <search aria-label="Filters" aria-busy={isGoing} className="flex items-center gap-2">
      <Select
        aria-label="Show"
        className="flex-1"
        value={filter.show}
        onChange={({ target }) => go({ show: shows.find((one) => one === target.value) ?? "waiting" })}
      >
        {shows.map((show) => (
          <option key={show} value={show}>
            {showWords[show]}
          </option>
        ))}
      </Select>
      <Button
        variant={cuts > 0 ? "outline" : "quiet"}
        icon={<ListFilter className="size-4" />}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {cuts > 0 ? `Filters ${cuts}` : "Filters"}
      </Button>
      <Popover label="Filters" open={isOpen} onClose={() => setOpen(false)}>
        <FilterPanel filter={filter} choices={choices} onCut={go} />
      </Popover>
    </search>
  );
}
