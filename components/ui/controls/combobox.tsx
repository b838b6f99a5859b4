"use client";
import { useState } from "react";
import { Field } from "./field.tsx";
import { SearchField } from "./search-field.tsx";
import { Select } from "./select.tsx";

type Option = { id: string; name: string };

type ComboboxProps = {
  label: string;
  /** Label of the search field. */
  searchLabel: string;
  /** Search text and its setter, for more options than fit a list; null without a search. */
  search: { words: string; onWords: (words: string) => void } | null;
  /** Options before the found ones. */
  fixed: readonly Option[];
  found: readonly Option[];
  value: string;
  onChange: (value: string) => void;
  /** Puts the search and the select into two cells of the surrounding grid. */
  isSplit?: boolean;
};

/** A select with a search; the chosen option stays in the list for any search text. */
export function Combobox(props: ComboboxProps) {
  const { label, searchLabel, search, fixed, found, value, onChange, isSplit = false } = props;
  const [kept, setKept] = useState(() => found.find(({ id }) => id === value));
  const isListed = [...fixed, ...found].some(({ id }) => id === value);
  const chosen = kept?.id === value ? kept : { id: value, name: "Someone else" };
  return (
    <div className={isSplit ? "contents" : "grid gap-2"}>
      {search ? <SearchField label={searchLabel} words={search.words} onWords={search.onWords} /> : null}
      <Field
        label={label}
        hint={search && search.words.trim() !== "" && found.length === 0 ? "No results." : undefined}
      >
        {(control) => (
          <Select
            {...control}
            value={value}
            onChange={({ target }) => {
              setKept(found.find(({ id }) => id === target.value));
              onChange(target.value);
            }}
          >
            {[...fixed, ...(isListed ? [] : [chosen]), ...found].map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </div>
  );
}
