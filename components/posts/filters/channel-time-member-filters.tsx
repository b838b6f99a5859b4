"use client";
import { DateField } from "#components/date-time/date-field.tsx";
import {
  dateSpanLabels,
  formatChannelLabel,
  postDateFieldLabels,
  splitKnownChannels,
} from "#components/posts/posts-filter-labels.ts";
import { type DateSpan, dateSpans, type PostDateField, postDateFields } from "#components/posts/posts-view.ts";
import { getDateRange } from "#components/posts/posts-view-query.ts";
import { Button } from "#components/ui/controls/button.tsx";
import { Checkbox } from "#components/ui/controls/checkbox.tsx";
import { Field } from "#components/ui/controls/field.tsx";
import { SearchField } from "#components/ui/controls/search-field.tsx";
import { Select } from "#components/ui/controls/select.tsx";
import { PlatformIcon } from "#components/ui/layout/platform-icon.tsx";
import { searchMemberNames } from "#lib/queries/member-search/search-members.ts";
import { useMemberSearch } from "#lib/queries/member-search/use-member-search.ts";
import { usePreferences } from "#lib/queries/preferences-context.ts";
import { everyone, rememberScope } from "#lib/queries/scope.ts";
import { getTimeZoneCity } from "#lib/time/format-short.ts";
import type { PostFilterPanelProps } from "./filter-panel-props.ts";

/** Filters by channel; without a chosen channel the list has all channels. */
export function ChannelFilter({ view, channels, onView }: PostFilterPanelProps) {
  const { unavailableCount } = splitKnownChannels(view, channels);
  return (
    <fieldset className="grid gap-0.5">
      <legend className="mb-1.5 text-13 font-medium">Channels</legend>
      {channels.map((channel) => (
        <Checkbox
          key={channel.id}
          className="min-h-9 justify-start rounded-chip px-1.5 hover:bg-sunk"
          checked={view.channels.includes(channel.id)}
          onChange={({ target: { checked } }) =>
            onView({
              channels: checked ? [...view.channels, channel.id] : view.channels.filter((id) => id !== channel.id),
            })
          }
        >
          <span className="flex items-center gap-2">
            <PlatformIcon platform={channel.platform} />
            {formatChannelLabel(channel)}
          </span>
        </Checkbox>
      ))}
      {channels.length === 0 ? <p className="text-13 text-ink-3">No channels connected.</p> : null}
      {view.channels.length > 0 ? (
        <Button size="small" variant="quiet" className="mt-1.5 w-fit" onClick={() => onView({ channels: [] })}>
          {unavailableCount > 0 ? "All available channels" : "All channels"}
        </Button>
      ) : null}
    </fieldset>
  );
}

type Choice<T extends string> = { value: T | null; label: string };

/** A choice of one option that applies at once. */
function FilterChoiceGroup<T extends string>(props: {
  label: string;
  name: string;
  choices: readonly Choice<T>[];
  value: T | null | undefined;
  onChange: (value: T | null) => void;
}) {
  const { label, name, choices, value, onChange } = props;
  return (
    <fieldset className="grid gap-0.5">
      <legend className="mb-1.5 text-13 font-medium">{label}</legend>
      {choices.map((choice) => (
        <label
          key={choice.value ?? ""}
          className="flex min-h-9 items-center gap-2.5 rounded-chip px-1.5 text-14 hover:bg-sunk pointer-coarse:min-h-11"
        >
          <input
            type="radio"
            name={name}
            className="size-[18px] shrink-0 accent-accent"
            checked={value === choice.value}
            onChange={() => onChange(choice.value)}
          />
          <span className="min-w-0 truncate">{choice.label}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** Filters by days and by the post's date field that they refer to. */
export function TimeFilter({ view, onView }: PostFilterPanelProps) {
  const { zone } = usePreferences();
  const days = getDateRange(view, zone, new Date());
  const hasDays = view.from !== null || view.to !== null;
  return (
    <div className="grid gap-3">
      <FilterChoiceGroup<DateSpan>
        label="Time"
        name="span"
        choices={[
          { value: null, label: "Any time" },
          ...dateSpans.map((value) => ({ value, label: dateSpanLabels[value] })),
        ]}
        value={hasDays ? undefined : view.span}
        onChange={(span) =>
          onView({ span, from: null, to: null, ...(span === "next7" && { time: "scheduled" as const }) })
        }
      />
      <div className="grid grid-cols-2 gap-2.5">
        {(["from", "to"] as const).map((end) => (
          <DateField
            key={end}
            isFilter
            label={end === "from" ? "First day" : "Last day"}
            value={days[end] ?? ""}
            onChange={(day) => onView({ ...days, span: null, [end]: day || null })}
          />
        ))}
      </div>
      <Field label="Date" hint={`Days in ${getTimeZoneCity(zone)}`}>
        {(control) => (
          <Select
            {...control}
            value={view.time}
            onChange={({ target: { value } }) => onView({ time: value as PostDateField })}
          >
            {postDateFields.map((time) => (
              <option key={time} value={time}>
                {time === "scheduled" ? "scheduled" : postDateFieldLabels[time].toLowerCase()}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </div>
  );
}

const noMembers: NonNullable<PostFilterPanelProps["members"]> = [];

/** Filters by member. */
export function MemberFilter({ view, members, memberId, onView }: PostFilterPanelProps) {
  const memberSearch = useMemberSearch(members ?? noMembers, searchMemberNames);
  const foundMembers = memberSearch.members ?? noMembers;
  const isListed =
    view.member === null || view.member === everyone || foundMembers.some(({ id }) => id === view.member);
  const selectedName = members?.find(({ id }) => id === view.member)?.name ?? "Someone else";
  return (
    <div className="grid gap-3">
      {memberSearch.isMany ? (
        <SearchField label="Find a member" text={memberSearch.text} onTextChange={memberSearch.setText} />
      ) : null}
      <FilterChoiceGroup
        label="Posts of"
        name="member"
        choices={[
          { value: null, label: "Me" },
          { value: everyone, label: "Everyone" },
          ...(isListed ? [] : [{ value: view.member, label: selectedName }]),
          ...foundMembers.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        value={view.member}
        onChange={(member) => {
          if (member === null || member === everyone) rememberScope(memberId, member === everyone);
          onView({ member });
        }}
      />
      {foundMembers.length === 0 && memberSearch.text.trim() !== "" ? (
        <p className="text-13 text-ink-3">No members match.</p>
      ) : null}
    </div>
  );
}
