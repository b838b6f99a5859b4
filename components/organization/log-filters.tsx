"use client";
import { Button } from "#components/ui/button";
import { Field } from "#components/ui/field";
import { SearchedSelect } from "#components/ui/searched-select";
import { Select } from "#components/ui/select";
import { TextInput } from "#components/ui/text-input";
import { auditTypes } from "#lib/contract/audit-types";
import { findNames } from "#lib/queries/members";
import { useMembers } from "#lib/queries/use-members";
import type { LogFilter } from "./log-filter.ts";
import { typeLabel } from "./log-labels.ts";

const types = [...auditTypes].sort((a, b) => typeLabel(a).localeCompare(typeLabel(b), "en"));

type LogFiltersProps = {
  filter: LogFilter;
  members: readonly { id: string; name: string }[];
  onFilter: (change: Partial<LogFilter>) => void;
};

/** Which events, of whom, from when to when. */
export function LogFilters({ filter, members, onFilter }: LogFiltersProps) {
  const people = useMembers(members, findNames);
  const isFiltered = [filter.type, filter.member, filter.from, filter.to].some((value) => value !== null);
  const day = (name: "from" | "to", label: string) => (
    <Field label={label}>
      {(control) => (
        <TextInput
          {...control}
          type="date"
          value={filter[name] ?? ""}
          onChange={({ target }) => onFilter({ [name]: target.value || null })}
        />
      )}
    </Field>
  );
  return (
    <search
      aria-label="Filters"
      className="grid grid-cols-2 items-end gap-3 md:grid-cols-[repeat(4,minmax(0,1fr))_auto]"
    >
      <Field label="Event">
        {(control) => (
          <Select
            {...control}
            value={filter.type ?? ""}
            onChange={({ target }) => onFilter({ type: types.find((type) => type === target.value) ?? null })}
          >
            <option value="">All events</option>
            {types.map((type) => (
              <option key={type} value={type}>
                {typeLabel(type)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <SearchedSelect
        label="Person"
        searchLabel="Find a person"
        search={people.isMany ? { words: people.words, onWords: people.setWords } : null}
        fixed={[{ id: "", name: "Everybody" }]}
        found={people.members ?? []}
        value={filter.member ?? ""}
        onChange={(id) => onFilter({ member: id || null })}
      />
      {day("from", "From")}
      {day("to", "To")}
      {isFiltered ? (
        <Button variant="quiet" onClick={() => onFilter({ type: null, member: null, from: null, to: null })}>
          Clear
        </Button>
      ) : null}
    </search>
  );
}
