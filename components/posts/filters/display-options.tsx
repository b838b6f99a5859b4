"use client";
import { getPostColumns } from "#components/posts/post-columns.tsx";
import { postDateFieldLabels } from "#components/posts/posts-filter-labels.ts";
import {
  defaultPostColumns,
  omitDefaultColumns,
  type PostDateField,
  type PostsView,
  pageSizes,
  postColumnNames,
  postDateFields,
} from "#components/posts/posts-view.ts";
import { Checkbox } from "#components/ui/controls/checkbox.tsx";
import { Field } from "#components/ui/controls/field.tsx";
import { SegmentedControl } from "#components/ui/controls/segmented-control.tsx";
import { Select } from "#components/ui/controls/select.tsx";
import { usePreferences } from "#lib/queries/preferences-context.ts";
import type { PostFilterPanelProps } from "./filter-panel-props.ts";
import { SavedViews } from "./saved-views.tsx";

const columnDefinitions = getPostColumns(postColumnNames);

const densities = [
  { value: "comfortable", label: "Comfortable" },
  { value: "dense", label: "Dense" },
] as const;

/** Sets the list's order and appearance, and manages saved views. */
export function DisplayOptions(props: PostFilterPanelProps) {
  const { view, abilities, onView } = props;
  const { density } = usePreferences();
  const columns = view.columns ?? defaultPostColumns;
  return (
    <div className="grid gap-3.5">
      {abilities.filter ? (
        <div className="grid grid-cols-2 gap-2.5">
          <Field label="Sort by">
            {(control) => (
              <Select
                {...control}
                value={view.sort}
                onChange={({ target: { value } }) => onView({ sort: value as PostDateField })}
              >
                {postDateFields.map((time) => (
                  <option key={time} value={time}>
                    {postDateFieldLabels[time]}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <Field label="Order">
            {(control) => (
              <Select
                {...control}
                value={view.order}
                onChange={({ target: { value } }) => onView({ order: value as PostsView["order"] })}
              >
                <option value="desc">Newest first</option>
                <option value="asc">Oldest first</option>
              </Select>
            )}
          </Field>
        </div>
      ) : null}
      <div className="flex flex-wrap items-end justify-between gap-2.5">
        <SegmentedControl
          label="Density"
          options={densities}
          value={view.density ?? density}
          onChange={(selected) => onView({ density: selected === density ? null : selected, page: view.page })}
        />
        <Field label="Rows">
          {(control) => (
            <Select
              {...control}
              value={String(view.size)}
              onChange={({ target: { value } }) =>
                onView({ size: pageSizes.find((size) => String(size) === value) ?? 20 })
              }
            >
              {pageSizes.map((size) => (
                <option key={size} value={size}>
                  {size}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
      <fieldset className="grid grid-cols-2 gap-x-2.5 max-sm:hidden">
        <legend className="mb-1 text-13 font-medium">Columns</legend>
        {columnDefinitions.map(({ name, head }) => (
          <Checkbox
            key={name}
            className="min-h-8"
            checked={columns.includes(name)}
            onChange={({ target: { checked } }) =>
              onView({
                page: view.page,
                columns: omitDefaultColumns(
                  columnDefinitions.flatMap((one) =>
                    (one.name === name ? checked : columns.includes(one.name)) ? [one.name] : [],
                  ),
                ),
              })
            }
          >
            {head}
          </Checkbox>
        ))}
      </fieldset>
      {abilities.views ? <SavedViews {...props} /> : null}
    </div>
  );
}
