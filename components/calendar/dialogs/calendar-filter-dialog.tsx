"use client";
import { type FormEvent, useState } from "react";
import { useCalendarContext } from "#components/calendar/calendar-context.tsx";
import { type CalendarParams, calendarStatuses, removeFilters } from "#components/calendar/calendar-params.ts";
import { getStatusLabel } from "#components/calendar/entry-labels.ts";
import { Button } from "#components/ui/controls/button.tsx";
import { Checkbox } from "#components/ui/controls/checkbox.tsx";
import { Combobox } from "#components/ui/controls/combobox.tsx";
import { Field } from "#components/ui/controls/field.tsx";
import { TextInput } from "#components/ui/controls/text-input.tsx";
import { Dialog } from "#components/ui/overlays/dialog.tsx";
import { searchMemberNames } from "#lib/queries/member-search/search-members.ts";
import { useMemberSearch } from "#lib/queries/member-search/use-member-search.ts";
import { everyone } from "#lib/queries/scope.ts";
import { ChannelCheckboxes } from "./channel-checkboxes.tsx";

export type CalendarFilters = Pick<CalendarParams, "statuses" | "channelIds" | "member" | "text">;

type CalendarFilterDialogProps = {
  /** The latest chosen filters, even while the calendar still loads them. */
  initialFilters: CalendarFilters;
  /** For administrators; null for other members, who see their own posts. */
  members: readonly { id: string; name: string }[] | null;
  onApply: (filters: CalendarFilters) => void;
  onClose: () => void;
};

const noMembers: readonly { id: string; name: string }[] = [];

/** Filters the calendar by channel, status, member and text. */
export function CalendarFilterDialog({ initialFilters, members, onApply, onClose }: CalendarFilterDialogProps) {
  const { channels, me } = useCalendarContext();
  const [filters, setFilters] = useState<CalendarFilters>(initialFilters);
  const { statuses, channelIds, member, text } = filters;
  const memberSearch = useMemberSearch(members ?? noMembers, searchMemberNames);

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    onApply({ ...filters, text: text.trim() });
  }
  const toggleItem = <T,>(list: readonly T[], item: T, isIncluded: boolean) =>
    isIncluded ? [...list, item] : list.filter((other) => other !== item);

  return (
    <Dialog
      open
      onClose={onClose}
      title="Filter"
      actions={
        <>
          <Button onClick={() => onApply(removeFilters(initialFilters.member))}>Clear</Button>
          <Button type="submit" form="calendar-filter" variant="filled">
            Apply
          </Button>
        </>
      }
    >
      <form id="calendar-filter" onSubmit={onSubmit} className="grid gap-4">
        <Field label="Text contains">
          {(control) => (
            <TextInput
              {...control}
              type="search"
              value={text}
              maxLength={200}
              onChange={(event) => setFilters({ ...filters, text: event.target.value })}
            />
          )}
        </Field>
        {channels.length > 0 ? (
          <ChannelCheckboxes
            channels={channels}
            chosenIds={channelIds}
            onChange={(chosen) => setFilters({ ...filters, channelIds: chosen })}
            className="grid gap-x-4 sm:grid-cols-2"
          />
        ) : null}
        <fieldset>
          <legend className="mb-1 text-13 font-medium">Status</legend>
          <div className="grid gap-x-4 sm:grid-cols-2">
            {calendarStatuses.map((status) => (
              <Checkbox
                key={status}
                checked={statuses.includes(status)}
                className="min-h-8"
                onChange={(event) =>
                  setFilters({ ...filters, statuses: toggleItem(statuses, status, event.target.checked) })
                }
              >
                {getStatusLabel(status)}
              </Checkbox>
            ))}
          </div>
        </fieldset>
        {members ? (
          <Combobox
            label="Author"
            searchLabel="Find a member"
            search={memberSearch.isMany ? { text: memberSearch.text, onTextChange: memberSearch.setText } : null}
            fixedOptions={[
              { id: "", name: "Mine" },
              { id: everyone, name: "Everyone" },
            ]}
            options={(memberSearch.members ?? []).filter(({ id }) => id !== me.id)}
            value={member ?? ""}
            onChange={(id) => setFilters({ ...filters, member: id || null })}
          />
        ) : null}
      </form>
    </Dialog>
  );
}
