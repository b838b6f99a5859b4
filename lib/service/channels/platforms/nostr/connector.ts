import { getAccountImageRequirements } from "#lib/contract/platforms/channel-rules.ts";
import type {
  Connector,
  ConnectorIo,
  LookupOutcome,
  OutgoingPart,
  PlatformAccount,
  PublishedPart,
  PublishOutcome,
} from "#lib/service/channels/core/connector.ts";
import { uploadImages } from "./blossom.ts";
import { eventKinds, getEventId, isHexKey, type NostrEvent, type UnsignedEvent } from "./event.ts";
import { formatNevent } from "./keys.ts";
import { createNote, getPartName, getRelays, isSameNote, planNote } from "./note.ts";
import { createEventRequest, createQueryRequest, type RelayFilter, readEvents, readVerdict } from "./relay.ts";
import { combineOutcomes, formatMissingRelays, toRelayOutcome } from "./responses.ts";

/** Relays answer equal queries from a cache: @nostr-relay/core 0.0.40 for a second. */
const readCacheMs = 1_500;

/**
 * Connector for Nostr. An event's id is the hash of its content and its planned time, so a repeat can't publish a part
 * twice, and a lookup by the id resolves every unclear outcome. Sources: nostr-protocol/nips 01.md, 09.md, 10.md, 19.md,
 * 27.md, 42.md, 92.md (read 2026-11-26).
 */
export const nostrConnector: Connector = {
  slug: "nostr",
  // The event's id: a relay that gets it twice has it once.
  getRepeats: () => ({ deduplicated: true, absentAfterMs: 0, resends: null }),
  // Image servers publish no common limits; this is what the large ones take.
  imageForm: () => getAccountImageRequirements("nostr"),
  plan: (part, account) => ({ ...planNote(part, account) }),
  prepare: { can: true, run: uploadImages },

  async publishPart(part, account, io): Promise<PublishOutcome> {
    const note = createNote(part, account);
    if (note === null)
      return { type: "temporary", error: { reason: "media", message: "An image hasn't been uploaded yet." } };
    if (part.parent !== null && (await isReplyToDeleted(part, account, io))) {
      return { type: "rejected", error: { reason: "gone", message: "The previous part was deleted." } };
    }
    const outcome = combineOutcomes(await publishEvent(note, account, io));
    if (outcome.type !== "published") return outcome;
    const missing = formatMissingRelays(outcome.missing, getRelays(account).length);
    const sent = toPublishedPart(getEventId(note), account, io.now(), "answer");
    return { type: "published", sent: { ...sent, ...(missing !== null && { note: missing }) } };
  },

  findPart: {
    can: true,
    run: (part, account, io) => (part.restoredAt ? findRestoredPart(part, account, io) : findPart(part, account, io)),
  },

  remove: {
    can: true,
    /**
     * Asks all relays to delete the event (NIP-09). A relay may ignore that, so it is read again: `removed` means that a
     * relay accepted the request, and that none of those that answer shows the event.
     */
    async run(remoteId, account, io) {
      if (!isHexKey(remoteId)) return "cannot";
      const before = await findEvent(remoteId, account, io);
      if (before !== "found") return before === "absent" ? "absent" : "cannot";
      const request: UnsignedEvent = {
        kind: eventKinds.deletion,
        created_at: Math.floor(io.now().getTime() / 1_000),
        tags: [
          ["e", remoteId],
          ["k", String(eventKinds.note)],
        ],
        content: "",
        pubkey: account.remoteId,
      };
      const outcome = combineOutcomes(await publishEvent(request, account, io));
      if (outcome.type !== "published") return "cannot";
      if ((await findEvent(remoteId, account, io)) === "absent") return "removed";
      await io.delay(readCacheMs);
      return (await findEvent(remoteId, account, io)) === "absent" ? "removed" : "cannot";
    },
  },
};

/** Publishes an event on all relays at once. */
async function publishEvent(event: UnsignedEvent, account: PlatformAccount, io: ConnectorIo) {
  const id = getEventId(event);
  return await Promise.all(
    getRelays(account).map(async (relay) => {
      const answer = await io.call(createEventRequest(relay, event));
      return { relay, outcome: toRelayOutcome(readVerdict(answer, id), relay) };
    }),
  );
}

/** Asks all relays at once. @returns the events of each, null for one that did not tell all */
async function query(account: PlatformAccount, io: ConnectorIo, ...filters: RelayFilter[]) {
  return await Promise.all(
    getRelays(account).map(async (relay) => readEvents(await io.call(createQueryRequest(relay, ...filters)))),
  );
}

/** Relays accept replies to anything, so the owner's own request to delete a part before decides. */
async function isReplyToDeleted(part: OutgoingPart, account: PlatformAccount, io: ConnectorIo): Promise<boolean> {
  const before = [part.root, part.parent].filter((id) => id !== null);
  const answers = await query(account, io, {
    kinds: [eventKinds.deletion],
    authors: [account.remoteId],
    "#e": [...new Set(before)],
  });
  const isDeletion = ({ kind, pubkey, tags }: NostrEvent) =>
    kind === eventKinds.deletion &&
    pubkey === account.remoteId &&
    tags.some(([name, id = ""]) => name === "e" && before.includes(id));
  return answers.some((events) => events?.some(isDeletion));
}

async function findEvent(
  id: string,
  account: PlatformAccount,
  io: ConnectorIo,
): Promise<"found" | "absent" | "cannot_tell"> {
  const answers = await query(account, io, { ids: [id] });
  if (answers.some((events) => events?.some((event) => event.id === id))) return "found";
  return answers.some((events) => events !== null) ? "absent" : "cannot_tell";
}

/** One relay that answers is enough for `absent`: if another one has the part, a repeat changes nothing there. */
async function findPart(part: OutgoingPart, account: PlatformAccount, io: ConnectorIo): Promise<LookupOutcome> {
  const note = createNote(part, account);
  // Without its images no event of this part was ever sent.
  if (note === null) return { type: "absent" };
  const id = getEventId(note);
  if (part.others?.includes(id)) return { type: "absent" };
  const found = await findEvent(id, account, io);
  if (found !== "found") return { type: found };
  return { type: "found", sent: toPublishedPart(id, account, new Date(note.created_at * 1_000), "key") };
}

/**
 * Looks a part up whose planned time is lost, by its name. A repeat would then be another event, so all relays have to
 * answer before it counts as absent. A note that was edited after the backup is left to its author.
 */
async function findRestoredPart(part: OutgoingPart, account: PlatformAccount, io: ConnectorIo): Promise<LookupOutcome> {
  const name = getPartName(part.key);
  const answers = await query(account, io, { kinds: [eventKinds.note], authors: [account.remoteId], "#d": [name] });
  const named = answers
    .flatMap((events) => events ?? [])
    .filter(({ kind, pubkey, tags }) => {
      const isNamed = tags.some(([tag, value]) => tag === "d" && value === name);
      return isNamed && kind === eventKinds.note && pubkey === account.remoteId;
    });
  const found = named.find((event) => isSameNote(part, event));
  if (found) {
    const at = new Date(found.created_at * 1_000);
    return { type: "found", sent: toPublishedPart(found.id, account, at, "key") };
  }
  if (named.length > 0) return { type: "never_tells" };
  return { type: answers.every((events) => events !== null) ? "absent" : "cannot_tell" };
}

/** The address is that of a public reader, which finds the event by its relay; `nostr:` and the reference are the same post. */
function toPublishedPart(id: string, account: PlatformAccount, at: Date, proof: PublishedPart["proof"]): PublishedPart {
  const reference = formatNevent({ id, relay: getRelays(account)[0] ?? "", pubkey: account.remoteId });
  return { remoteId: id, url: `https://njump.me/${reference}`, at, proof };
}
