"use client";
import {
  type ClaimFilter,
  claimAges,
  countClaimFilters,
  defaultClaimFilter,
} from "#components/review/review-filter-params.ts";
import { Button } from "#components/ui/controls/button.tsx";
import { Combobox } from "#components/ui/controls/combobox.tsx";
import { Field } from "#components/ui/controls/field.tsx";
import { Select } from "#components/ui/controls/select.tsx";
import { TextInput } from "#components/ui/controls/text-input.tsx";
import { useKeyedState } from "#components/ui/use-keyed-state.ts";
import { searchMemberNames } from "#lib/queries/member-search/search-members.ts";
import { useMemberSearch } from "#lib/queries/member-search/use-member-search.ts";

export type ClaimFilterOptions = {
  members: readonly { id: string; name: string }[];
  channels: readonly { id: string; name: string }[];
};

type ClaimFilterPanelProps = {
  filter: ClaimFilter;
  choices: ClaimFilterOptions;
  onFilter: (change: Partial<ClaimFilter>) => void;
};

/** Clearing the filters keeps `show`. */
const { show: _, ...noFilters } = defaultClaimFilter;

/** Filters claims by author, channel, points and age. */
export function ClaimFilterPanel({ filter, choices, onFilter: changeFilter }: ClaimFilterPanelProps) {
  const filterCount = countClaimFilters(filter);
  const memberSearch = useMemberSearch(choices.members, searchMemberNames);
  return (
    <div className="grid gap-3">
      <Combobox
        label="Member"
        searchLabel="Find a member"
        search={memberSearch.isMany ? { text: memberSearch.text, onTextChange: memberSearch.setText } : null}
        fixedOptions={[{ id: "", name: "Everyone" }]}
        options={memberSearch.members ?? []}
        value={filter.member ?? ""}
        onChange={(member) => changeFilter({ member: member || null })}
      />
      <Field label="Channel">
        {(control) => (
          <Select
            {...control}
            value={filter.channel ?? ""}
            onChange={({ target }) => changeFilter({ channel: target.value || null })}
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
        <PointsField label="Points from" value={filter.min} onChange={(min) => changeFilter({ min })} />
        <PointsField label="to" value={filter.max} onChange={(max) => changeFilter({ max })} />
      </div>
      <Field label="Published">
        {(control) => (
          <Select
            {...control}
            value={filter.age ?? ""}
            onChange={({ target }) =>
              changeFilter({ age: claimAges.find((days) => String(days) === target.value) ?? null })
            }
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
      {filterCount > 0 ? (
        <Button variant="quiet" onClick={() => changeFilter(noFilters)}>
          Clear filters
        </Button>
      ) : null}
    </div>
  );
}

function PointsField(props: { label: string; value: number | null; onChange: (value: number | null) => void }) {
  const { label, value, onChange } = props;
  const [text, setText] = useKeyedState(String(value), () => (value === null ? "" : String(value)));
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
