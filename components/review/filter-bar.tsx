"use client";
import { ListFilter } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState, useTransition } from "react";
import { Button } from "#components/ui/button";
import { Field } from "#components/ui/field";
import { Popover } from "#components/ui/popover";
import { Select } from "#components/ui/select";
import { TextInput } from "#components/ui/text-input";
import { ages, type ClaimFilter, claimSearch, cutCount, noFilter, shows } from "./claim-filter.ts";

export type FilterChoices = {
  members: readonly { id: string; name: string }[];
  channels: readonly { id: string; name: string }[];
};

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
export function FilterBar({ filter, choices }: { filter: ClaimFilter; choices: FilterChoices }) {
  const router = useRouter();
  const [isOpen, setOpen] = useState(false);
  const [isGoing, startGoing] = useTransition();
  const go = (change: Partial<ClaimFilter>) =>
    startGoing(() => router.replace(addressOf({ ...filter, ...change }), { scroll: false }));
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
        <div className="grid gap-3">
          <Field label="Member">
            {(control) => (
              <Select
                {...control}
                value={filter.member ?? ""}
                onChange={({ target }) => go({ member: target.value || null })}
              >
                <option value="">Everybody</option>
                {choices.members.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <Field label="Channel">
            {(control) => (
              <Select
                {...control}
                value={filter.channel ?? ""}
                onChange={({ target }) => go({ channel: target.value || null })}
              >
                <option value="">All channels</option>
                {choices.channels.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <div className="grid grid-cols-2 gap-3">
            <Amount label="Points from" value={filter.min} onChange={(min) => go({ min })} />
            <Amount label="to" value={filter.max} onChange={(max) => go({ max })} />
          </div>
          <Field label="Published">
            {(control) => (
              <Select
                {...control}
                value={filter.age ?? ""}
                onChange={({ target }) => go({ age: ages.find((days) => String(days) === target.value) ?? null })}
              >
                <option value="">At any time</option>
                {ages.map((days) => (
                  <option key={days} value={days}>
                    {days === 1 ? "More than a day ago" : `More than ${days} days ago`}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          {cuts > 0 ? (
            <Button variant="quiet" onClick={() => go({ ...noFilter, show: filter.show })}>
              Clear filters
            </Button>
          ) : null}
        </div>
      </Popover>
    </search>
  );
}

function Amount(props: { label: string; value: number | null; onChange: (value: number | null) => void }) {
  const { label, value, onChange } = props;
  const [text, setText] = useState(value === null ? "" : String(value));
  const commit = () => {
    const next = /^\d{1,4}$/.test(text.trim()) ? Number(text) : null;
    if (next !== value) onChange(next);
  };
  return (
    <Field label={label}>
      {(control) => (
        <TextInput
          {...control}
          inputMode="numeric"
          value={text}
          onChange={({ target }) => setText(target.value)}
          onBlur={commit}
          onKeyDown={(event) => event.key === "Enter" && commit()}
        />
      )}
    </Field>
  );
}
