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
  search: { text: string; onTextChange: (text: string) => void } | null;
  /** Options before the found ones. */
  fixedOptions: readonly Option[];
  options: readonly Option[];
  value: string;
  onChange: (value: string) => void;
  /** Puts the search and the select into two cells of the surrounding grid. */
  isSplit?: boolean;
};

/** A select with a search; the chosen option stays in the list for any search text. */
export function Combobox(props: ComboboxProps) {
  const { label, searchLabel, search, fixedOptions, options, value, onChange, isSplit = false } = props;
  const [lastOption, setLastOption] = useState(() => options.find(({ id }) => id === value));
  const isListed = [...fixedOptions, ...options].some(({ id }) => id === value);
  const selected = lastOption?.id === value ? lastOption : { id: value, name: "Someone else" };
  return (
    <div className={isSplit ? "contents" : "grid gap-2"}>
      {search ? <SearchField label={searchLabel} text={search.text} onTextChange={search.onTextChange} /> : null}
      <Field
        label={label}
        hint={search && search.text.trim() !== "" && options.length === 0 ? "No results." : undefined}
      >
        {(control) => (
          <Select
            {...control}
            value={value}
            onChange={({ target }) => {
              setLastOption(options.find(({ id }) => id === target.value));
              onChange(target.value);
            }}
          >
            {[...fixedOptions, ...(isListed ? [] : [selected]), ...options].map(({ id, name }) => (
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
