"use client";
import { Button } from "#components/ui/button";
import { Field } from "#components/ui/field";
import { SearchedSelect } from "#components/ui/searched-select";
import { Select } from "#components/ui/select";
import { TextInput } from "#components/ui/text-input";
import { findNames } from "#lib/queries/members";
import { useMembers } from "#lib/queries/use-members";
import { type LedgerFilter, ledgerKindNames } from "./claim-filter.ts";
import { kindName } from "./ledger-words.ts";

type LedgerFiltersProps = {
  filter: LedgerFilter;
  members: readonly { id: string; name: string }[];
  onFilter: (change: Partial<LedgerFilter>) => void;
};

/** Whose points, by whom, which steps, from when to when. */
export function LedgerFilters({ filter, members, onFilter }: LedgerFiltersProps) {
  const isCut = [filter.member, filter.by, filter.kind, filter.from, filter.to].some((value) => value !== null);
  const person = (name: "member" | "by", label: string, everybody: string) => (
    <Person
      label={label}
      everybody={everybody}
      members={members}
      value={filter[name]}
      onChange={(id) => onFilter({ [name]: id })}
    />
  );
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
      className="grid grid-cols-2 items-end gap-3 md:grid-cols-[repeat(5,minmax(0,1fr))_auto]"
    >
      {person("member", "Member", "Everybody")}
      {person("by", "By", "Anybody")}
      <Field label="Step">
        {(control) => (
          <Select
            {...control}
            value={filter.kind ?? ""}
            onChange={({ target }) => onFilter({ kind: target.value || null })}
          >
            <option value="">Every step</option>
            {ledgerKindNames.map((kind) => (
              <option key={kind} value={kind}>
                {kindName(kind)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {day("from", "From")}
      {day("to", "To")}
      {isCut ? (
        <Button variant="quiet" onClick={() => onFilter({ member: null, by: null, kind: null, from: null, to: null })}>
          Clear
        </Button>
      ) : null}
    </search>
  );
}

function Person(props: {
  label: string;
  everybody: string;
  members: readonly { id: string; name: string }[];
  value: string | null;
  onChange: (id: string | null) => void;
}) {
  const { label, everybody, members, value, onChange } = props;
  const people = useMembers(members, findNames);
  return (
    <SearchedSelect
      label={label}
      searchLabel={`Find: ${label.toLowerCase()}`}
      search={people.isMany ? { words: people.words, onWords: people.setWords } : null}
      fixed={[{ id: "", name: everybody }]}
      found={people.members ?? []}
      value={value ?? ""}
      onChange={(id) => onChange(id || null)}
    />
  );
}
