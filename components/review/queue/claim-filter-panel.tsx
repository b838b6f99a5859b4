"use client";
import { useState } from "react";
import {
  type ClaimFilter,
  claimAges,
  countClaimFilters,
  defaultClaimFilter,
} from "#components/review/review-filters.ts";
import { Button } from "#components/ui/controls/button.tsx";
import { Combobox } from "#components/ui/controls/combobox.tsx";
import { Field } from "#components/ui/controls/field.tsx";
import { Select } from "#components/ui/controls/select.tsx";
import { TextInput } from "#components/ui/controls/text-input.tsx";
import { searchMemberNames } from "#lib/queries/member-search/search-members.ts";
import { useMemberSearch } from "#lib/queries/member-search/use-member-search.ts";

export type ClaimFilterOptions = {
  members: readonly { id: string; name: string }[];
  channels: readonly { id: string; name: string }[];
};

type ClaimFilterPanelProps = {
  filter: ClaimFilter;
  choices: ClaimFilterOptions;
  onCut: (change: Partial<ClaimFilter>) => void;
};

/** Clearing the filters keeps `show`. */
const { show: _, ...noCuts } = defaultClaimFilter;

/** Filters claims by author, channel, points and age. */
export function ClaimFilterPanel({ filter, choices, onCut: go }: ClaimFilterPanelProps) {
  const cuts = countClaimFilters(filter);
  const people = useMemberSearch(choices.members, searchMemberNames);
  return (
    <div className="grid gap-3">
      <Combobox
        label="Member"
        searchLabel="Find a member"
        search={people.isMany ? { text: people.text, onTextChange: people.setText } : null}
        fixedOptions={[{ id: "", name: "Everyone" }]}
        options={people.members ?? []}
        value={filter.member ?? ""}
        onChange={(member) => go({ member: member || null })}
      />
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
        <PointsField label="Points from" value={filter.min} onChange={(min) => go({ min })} />
        <PointsField label="to" value={filter.max} onChange={(max) => go({ max })} />
      </div>
      <Field label="Published">
        {(control) => (
          <Select
            {...control}
            value={filter.age ?? ""}
            onChange={({ target }) => go({ age: claimAges.find((days) => String(days) === target.value) ?? null })}
          >
            <option value="">Any time</option>
            {claimAges.map((days) => (
              <option key={days} value={days}>
                {days === 1 ? "More than a day ago" : `More than ${days} days ago`}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {cuts > 0 ? (
        <Button variant="quiet" onClick={() => go(noCuts)}>
          Clear filters
        </Button>
      ) : null}
    </div>
  );
}

function PointsField(props: { label: string; value: number | null; onChange: (value: number | null) => void }) {
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
