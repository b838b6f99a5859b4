"use client";
import { ChevronDown } from "lucide-react";
import { Suspense, useState } from "react";
import { joinClassNames } from "#components/ui/join-class-names.ts";
import { lazyComponent } from "#components/ui/layout/lazy-component.tsx";
import { Popover } from "#components/ui/overlays/popover.tsx";
import { Field } from "./field.tsx";
import { Select, selectClass } from "./select.tsx";

// Loaded on first opening.
const SearchableList = lazyComponent(() => import("./searchable-list.tsx").then((file) => file.SearchableList));

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
};

/**
 * A select; with a search, a button of the same look that opens the search and its results. The chosen option stays in
 * the list for any search text.
 */
export function Combobox({ label, searchLabel, search, fixedOptions, options, value, onChange }: ComboboxProps) {
  const [lastOption, setLastOption] = useState(() => options.find(({ id }) => id === value));
  const [isOpen, setOpen] = useState(false);
  const isListed = [...fixedOptions, ...options].some(({ id }) => id === value);
  const selected = lastOption?.id === value ? lastOption : { id: value, name: "Someone else" };
  const listed = [...fixedOptions, ...(isListed ? [] : [selected]), ...options];
  const name = listed.find(({ id }) => id === value)?.name ?? "";

  function choose(id: string) {
    setLastOption(options.find((option) => option.id === id));
    onChange(id);
  }
  function close() {
    setOpen(false);
    search?.onTextChange("");
  }

  return (
    <Field label={label}>
      {(control) =>
        search ? (
          <span className="relative block">
            <button
              {...control}
              type="button"
              aria-label={`${label}: ${name}`}
              aria-haspopup="dialog"
              aria-expanded={isOpen}
              className={joinClassNames(selectClass, "text-left")}
              onClick={() => (isOpen ? close() : setOpen(true))}
            >
              {name}
            </button>
            <ChevronDown className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-ink-3" />
            <Popover label={label} open={isOpen} align="start" onClose={close}>
              <Suspense>
                <SearchableList
                  searchLabel={searchLabel}
                  search={search}
                  options={listed}
                  hasResults={options.length > 0}
                  value={value}
                  onChoose={(id) => {
                    choose(id);
                    close();
                  }}
                />
              </Suspense>
            </Popover>
          </span>
        ) : (
          <Select {...control} value={value} onChange={({ target }) => choose(target.value)}>
            {listed.map((option) => (
              <option key={option.id} value={option.id}>
                {option.name}
              </option>
            ))}
          </Select>
        )
      }
    </Field>
  );
}
