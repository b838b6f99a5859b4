"use client";
import { type FormEvent, useState } from "react";
import { Button } from "#components/ui/controls/button.tsx";
import { Checkbox } from "#components/ui/controls/checkbox.tsx";
import { Field } from "#components/ui/controls/field.tsx";
import { SearchField } from "#components/ui/controls/search-field.tsx";
import { SegmentedControl } from "#components/ui/controls/segmented-control.tsx";
import { Select } from "#components/ui/controls/select.tsx";
import { TextInput } from "#components/ui/controls/text-input.tsx";
import { Dialog } from "#components/ui/overlays/dialog.tsx";
import type { Failure } from "#lib/contract/errors.ts";
import { describeFailure } from "#lib/contract/messages/describe-failure.ts";
import { formatPlatformName } from "#lib/contract/platforms/platform-names.ts";
import type { ChannelDetail } from "#lib/contract/types.ts";
import { useMemberSearch } from "#lib/queries/member-search/use-member-search.ts";
import type { ChannelFormValues } from "./use-channels.ts";

type ChannelFormProps = {
  /** The edited channel; null for a new one. */
  channel: ChannelDetail | null;
  /** Members that the channel can be restricted to; null when they are unknown. */
  members: readonly { id: string; name: string }[] | null;
  /** Resolves with null after success, when the form is already closed; otherwise with the failure. */
  onSubmit: (fields: ChannelFormValues) => Promise<Failure | null>;
  onClose: () => void;
};

const formId = "channel-form";
const noMembers: readonly { id: string; name: string }[] = [];
/** Platforms that a practice channel can imitate: the ones with known rules. */
const slugs = [
  "x",
  "bluesky",
  "mastodon",
  "nostr",
  "threads",
  "linkedin",
  "instagram",
  "facebook",
  "telegram",
  "discord",
  "slack",
] as const;

/** Edits a channel's name and members; for a new channel also its platform. */
export function ChannelForm({ channel, members, onSubmit, onClose }: ChannelFormProps) {
  const [platform, setPlatform] = useState<string>(channel?.platform ?? slugs[0]);
  const [name, setName] = useState(channel?.name ?? "");
  const [selectedIds, setSelectedIds] = useState(() => channel?.members.map(({ id }) => id) ?? []);
  const [isFor, setFor] = useState<"all" | "named">(channel?.restricted ? "named" : "all");
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const memberSearch = useMemberSearch(members ?? noMembers);
  // Members that were ticked stay in the list for any search. Ticking moves nobody: that would lose the focus.
  const [namesById, setNamesById] = useState(() => new Map(channel?.members.map((one) => [one.id, one.name])));
  const listed = memberSearch.members ?? noMembers;
  const others = selectedIds.filter((id) => !listed.some((one) => one.id === id));
  const choices = [...others.map((id) => ({ id, name: namesById.get(id) ?? "A member" })), ...listed];

  function setSelected(one: { id: string; name: string }, isSelected: boolean) {
    setNamesById((before) => new Map(before).set(one.id, one.name));
    setSelectedIds(isSelected ? [...selectedIds, one.id] : selectedIds.filter((id) => id !== one.id));
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (name.trim() === "") return setFailure(toFieldFailure("name", "Enter a name."));
    if (isFor === "named" && selectedIds.length === 0)
      return setFailure(toFieldFailure("members", "Choose at least one member."));
    setBusy(true);
    const refused = await onSubmit({ platform, name, members: isFor === "all" ? null : selectedIds });
    if (!refused) return;
    setBusy(false);
    setFailure(refused);
  }
  const message = failure
    ? `${failure.message} ${failure.status === null ? "" : describeFailure(failure).next}`.trim()
    : "";
  const ofMembers = failure?.field?.startsWith("members") ? failure.message : null;

  return (
    <Dialog
      open
      size="medium"
      isHeldOnceTyped
      onClose={onClose}
      title={channel ? `Edit ${channel.name}` : "Connect a practice channel"}
      description={channel ? undefined : "Has the platform's limits and publishes to a timeline here."}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="filled" pending={busy}>
            {channel ? "Save" : "Connect channel"}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate className="grid gap-5" onSubmit={(event) => void submit(event)}>
        {channel ? null : (
          <Field label="Platform">
            {(control) => (
              <Select {...control} value={platform} onChange={(event) => setPlatform(event.target.value)}>
                {slugs.map((slug) => (
                  <option key={slug} value={slug}>
                    {formatPlatformName(slug)}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        )}
        <Field label="Name" error={message && !ofMembers ? message : undefined}>
          {(control) => (
            <TextInput
              {...control}
              value={name}
              onChange={(event) => setName(event.target.value)}
              maxLength={100}
              size="large"
              autoComplete="off"
            />
          )}
        </Field>
        {members ? (
          <div className="grid gap-2">
            <SegmentedControl
              label="Who can use it"
              options={[
                { value: "all", label: "Every member" },
                { value: "named", label: "Selected members" },
              ]}
              value={isFor}
              onChange={setFor}
              className="w-fit max-w-full"
            />
            {isFor === "named" && memberSearch.isMany ? (
              <SearchField
                label="Find a member"
                text={memberSearch.text}
                onTextChange={memberSearch.setText}
                // Enter searches for a member and does not submit the form.
                onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
              />
            ) : null}
            {isFor === "named" ? (
              <fieldset className="grid max-h-52 gap-1 overflow-y-auto">
                <legend className="text-13 text-ink-3">
                  Applies to administrators too. Posts already scheduled are still published.
                </legend>
                {choices.map((one) => (
                  <Checkbox
                    key={one.id}
                    checked={selectedIds.includes(one.id)}
                    onChange={(event) => setSelected(one, event.target.checked)}
                  >
                    {one.name}
                  </Checkbox>
                ))}
                {listed.length === 0 ? <p className="text-13 text-ink-3">No members found.</p> : null}
              </fieldset>
            ) : null}
            {ofMembers ? (
              <p role="alert" className="text-13 text-failed">
                {ofMembers}
              </p>
            ) : null}
          </div>
        ) : null}
      </form>
    </Dialog>
  );
}

const toFieldFailure = (field: string, message: string): Failure => ({
  code: "invalid_request",
  message,
  status: null,
  field,
});
