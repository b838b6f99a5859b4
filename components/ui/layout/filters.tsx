"use client";
import { SlidersHorizontal } from "lucide-react";
import { Children, type ReactNode, useId, useState } from "react";
import { Button } from "#components/ui/controls/button.tsx";
import { Combobox } from "#components/ui/controls/combobox.tsx";
import { Field } from "#components/ui/controls/field.tsx";
import { Select } from "#components/ui/controls/select.tsx";
import { joinClassNames } from "#components/ui/join-class-names.ts";

type FiltersProps = {
  children: ReactNode;
  /** Null without an active filter. */
  onClear: (() => void) | null;
};

/** Shows a table's filters in as many columns as fit; on a phone behind a button, unless one is active. */
export function Filters({ children, onClear }: FiltersProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(onClear !== null);
  // Four fields in three columns would leave one alone in its row.
  const tabletColumns = Children.count(children) === 4 ? "sm:max-lg:grid-cols-2" : "sm:max-lg:grid-cols-3";
  return (
    <search aria-label="Filters">
      <Button
        className="sm:hidden"
        icon={<SlidersHorizontal className="size-4" />}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        Filters
      </Button>
      <div
        id={id}
        className={joinClassNames(
          "grid grid-cols-[repeat(auto-fit,minmax(min(9.5rem,100%),1fr))] items-end gap-3 max-sm:mt-3",
          tabletColumns,
          !isOpen && "max-sm:hidden",
        )}
      >
        {children}
        {onClear ? (
          <Button variant="quiet" className="justify-self-start" onClick={onClear}>
            Clear filters
          </Button>
        ) : null}
      </div>
    </search>
  );
}

type FilterProps = { label: string; value: string | null; onChange: (value: string | null) => void };

type ChoiceFilterProps = FilterProps & { all: string; choices: readonly { value: string; label: string }[] };

/** Filters by one of a few choices; null for `all`. */
export function ChoiceFilter({ label, all, choices, value, onChange }: ChoiceFilterProps) {
  return (
    <Field label={label}>
      {(control) => (
        <Select {...control} value={value ?? ""} onChange={({ target }) => onChange(target.value || null)}>
          <option value="">{all}</option>
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

type PersonFilterProps = FilterProps & {
  all: string;
  searchLabel: string;
  /** The members to choose from, and their search when there are more than a list holds. */
  memberSearch: {
    members: readonly { id: string; name: string }[] | null;
    isMany: boolean;
    text: string;
    setText: (text: string) => void;
  };
};

/** Filters by a member's id; null for `all`. */
export function PersonFilter({ label, all, searchLabel, memberSearch, value, onChange }: PersonFilterProps) {
  return (
    <Combobox
      label={label}
      searchLabel={searchLabel}
      search={memberSearch.isMany ? { text: memberSearch.text, onTextChange: memberSearch.setText } : null}
      fixedOptions={[{ id: "", name: all }]}
      options={memberSearch.members ?? []}
      value={value ?? ""}
      onChange={(id) => onChange(id || null)}
    />
  );
}
