"use client";
import { X } from "lucide-react";
import { type RefObject, useState } from "react";
import { getLocalItem, setLocalItem } from "#components/composer/browser-storage.ts";
import { Button } from "#components/ui/controls/button.tsx";
import { TextInput } from "#components/ui/controls/text-input.tsx";
import { announce } from "#components/ui/feedback/announce.tsx";
import { Banner } from "#components/ui/feedback/banner.tsx";
import { updateSettings } from "#lib/actions/settings.ts";
import { limits } from "#lib/contract/limits.ts";
import { describeFailure } from "#lib/contract/messages/describe-failure.ts";
import { getChannelName } from "#lib/contract/platforms/channel-name.ts";
import type { Channel, ChannelSet } from "#lib/contract/types.ts";
import { newId } from "#lib/new-id.ts";
import { toReadFailure } from "#lib/queries/read-resource.ts";
import { formatCount } from "#lib/text/format-count.ts";
import {
  getLocalSetsKey,
  getRecentSetsKey,
  parseChannelSets,
  parseRecentSets,
  toChannelSetChoices,
} from "./stored-channel-sets.ts";

/** The member's sets that the service stores; null if the service stores none and the browser stores them instead. */
export type SavedChannelSets = readonly ChannelSet[] | null;

type ChannelSetsProps = {
  memberId: string;
  savedSets: SavedChannelSets;
  onSaved: (sets: readonly ChannelSet[]) => void;
  channels: readonly Channel[];
  chosenIds: readonly string[];
  onSet: (ids: string[]) => void;
  /** Saves the set whose name is in the field; the dialog's own button calls it too. Null without such a set. */
  saving: RefObject<(() => Promise<boolean>) | null>;
};

const setButtonClass =
  "inline-flex h-8 max-w-full items-center gap-1.5 rounded-full border border-line px-3 text-13 hover:border-accent aria-pressed:border-accent-line aria-pressed:bg-accent-wash pointer-coarse:h-11";

/** Sets of channels often used together. One press copies a set into the draft. */
export function ChannelSets({ memberId, savedSets, onSaved, channels, chosenIds, onSet, saving }: ChannelSetsProps) {
  const [local, setLocal] = useState(() => parseChannelSets(getLocalItem(getLocalSetsKey(memberId))));
  const [trouble, setTrouble] = useState<string | null>(null);
  const [name, setName] = useState<string | null>(null);
  const [removed, setRemoved] = useState<ChannelSet | null>(null);
  const sets = savedSets ?? local;
  const known = new Set(channels.map(({ id }) => id));
  const { saved, recent } = toChannelSetChoices(sets, parseRecentSets(getLocalItem(getRecentSetsKey(memberId))), known);
  const isChosen = (ids: readonly string[]) =>
    ids.length === chosenIds.length && ids.every((id) => chosenIds.includes(id));
  const namesOf = (ids: readonly string[]) =>
    channels.flatMap((channel) => (ids.includes(channel.id) ? [getChannelName(channel)] : [])).join(", ");

  async function saveSets(next: readonly ChannelSet[], said: string, gone: ChannelSet | null = null): Promise<boolean> {
    setTrouble(null);
    if (savedSets === null) {
      setLocalItem(getLocalSetsKey(memberId), JSON.stringify(next));
      setLocal([...next]);
    } else {
      const answer = await updateSettings({ channel_sets: next }).catch((thrown: unknown) => ({
        error: toReadFailure(thrown),
        ok: undefined,
      }));
      if (answer.error) {
        const { what, next: todo } = describeFailure(answer.error);
        setTrouble(`${what} ${todo}`);
        return false;
      }
      onSaved(answer.ok.channel_sets);
    }
    setName(null);
    setRemoved(gone);
    announce(said);
    return true;
  }

  const newName = (name ?? "").trim();
  async function save(): Promise<boolean> {
    if (newName === "") return false;
    // A set of the same name is replaced.
    const before = sets.find((set) => set.name === newName);
    const set = { id: before?.id ?? newId(), name: newName, channel_ids: [...chosenIds] };
    return saveSets([...sets.filter((one) => one !== before), set], `Saved the set ${newName}`);
  }

  const mayAdd = chosenIds.length > 0 && sets.length < limits.channelSetsPerMember;
  saving.current = mayAdd && newName !== "" ? save : null;
  if (saved.length === 0 && recent.length === 0 && !mayAdd && !removed) return null;
  return (
    <section aria-label="Sets" className="mb-2 grid gap-2 border-line border-b pb-3">
      {saved.length + recent.length > 0 ? (
        <ul className="flex flex-wrap gap-1.5">
          {saved.map((set) => (
            <li key={set.id} className="inline-flex max-w-full items-center">
              <button
                type="button"
                aria-pressed={set.channelIds.length > 0 && isChosen(set.channelIds)}
                disabled={set.channelIds.length === 0}
                title={namesOf(set.channelIds)}
                onClick={() => onSet(set.channelIds)}
                className={setButtonClass}
              >
                <span className="truncate font-medium">{set.name}</span>
                <span className="shrink-0 text-ink-3">{formatCount(set.channelIds.length, "channel")}</span>
              </button>
              <button
                type="button"
                aria-label={`Remove the set ${set.name}`}
                onClick={() =>
                  void saveSets(
                    sets.filter(({ id }) => id !== set.id),
                    `Removed the set ${set.name}`,
                    sets.find(({ id }) => id === set.id),
                  )
                }
                className="grid size-6 place-items-center rounded-full text-ink-3 hover:bg-sunk hover:text-ink pointer-coarse:size-11"
              >
                <X className="size-3.5" />
              </button>
            </li>
          ))}
          {recent.map((ids) => (
            <li key={ids.join(" ")} className="max-w-full">
              <button type="button" aria-pressed={isChosen(ids)} onClick={() => onSet(ids)} className={setButtonClass}>
                <span className="sr-only">Recent: </span>
                <span className="truncate">{namesOf(ids)}</span>
                <span className="shrink-0 text-ink-3">{formatCount(ids.length, "channel")}</span>
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      {removed ? (
        <p className="flex flex-wrap items-center gap-2 text-13 text-ink-2">
          Removed the set {removed.name}.
          <Button
            size="small"
            autoFocus
            onClick={() => void saveSets([...sets, removed], `Restored the set ${removed.name}`)}
          >
            Undo
          </Button>
        </p>
      ) : null}
      {!mayAdd ? null : name === null ? (
        <div>
          <Button size="small" variant="quiet" onClick={() => setName("")}>
            Save {chosenIds.length === 1 ? "this" : `these ${chosenIds.length}`} as a set
          </Button>
        </div>
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void save();
          }}
          className="flex items-center gap-2"
        >
          <TextInput
            autoFocus
            aria-label="Name of the set"
            placeholder="Launch"
            maxLength={60}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
          <Button type="submit">Save</Button>
          <Button variant="quiet" onClick={() => setName(null)}>
            Cancel
          </Button>
        </form>
      )}
      {trouble ? (
        <Banner role="alert" tone="failed">
          {trouble}
        </Banner>
      ) : null}
    </section>
  );
}
