import type {
  Connector,
  LookupOutcome,
  OutgoingPart,
  PublishOutcome,
  RepeatPolicy,
} from "#lib/service/channels/core/connector.ts";

export const outage = { reason: "server", message: "It is down." } as const;

/** Creates a platform that the test scripts, with its own journal of what arrived. */
export function createScriptedConnector(options: {
  /** `nth` counts the requests of this part, 1 for the first. */
  answer: (
    part: OutgoingPart,
    nth: number,
    signal: AbortSignal,
    accept: () => PublishOutcome,
  ) => PublishOutcome | Promise<PublishOutcome>;
  repeats?: RepeatPolicy;
  /** Null for a platform without lookup. */
  look?: ((part: OutgoingPart, stands: boolean) => LookupOutcome | "usual") | null;
  /** Tells if the platform takes this text down; absent if it takes nothing down. */
  remove?: (text: string) => boolean | Promise<boolean>;
}) {
  const journal: { key: string; text: string; at: number; parent: string | null }[] = [];
  const requests: OutgoingPart[] = [];
  const looks: OutgoingPart[] = [];
  const idOf = (part: OutgoingPart) => `remote-${part.key}`;
  const sentOf = (part: OutgoingPart, proof: "answer" | "timeline") => ({
    remoteId: idOf(part),
    url: `https://platform.invalid/${idOf(part)}`,
    at: new Date(),
    proof,
  });
  const stands = (part: OutgoingPart) => journal.some((item) => item.key === part.key);
  const connector: Connector = {
    slug: "x",
    getRepeats: () => options.repeats ?? { deduplicated: false, absentAfterMs: 60_000, resends: null },
    imageForm: null,
    plan: () => ({}),
    prepare: { can: false, why: "No preparation is needed." },
    async publishPart(part, _account, { signal }) {
      requests.push(part);
      const nth = requests.filter((one) => one.key === part.key).length;
      return await options.answer(part, nth, signal, () => {
        journal.push({ key: part.key, text: part.text, at: Date.now(), parent: part.parent });
        return { type: "published", sent: sentOf(part, "answer") };
      });
    },
    findPart:
      options.look === null
        ? { can: false, why: "The platform has no lookup." }
        : {
            can: true,
            async run(part) {
              looks.push(part);
              const said = options.look?.(part, stands(part)) ?? "usual";
              if (said !== "usual") return said;
              return stands(part) ? { type: "found", sent: sentOf(part, "timeline") } : { type: "absent" };
            },
          },
    remove: options.remove
      ? {
          can: true,
          async run(remoteId) {
            const found = journal.findIndex((item) => `remote-${item.key}` === remoteId);
            if (found === -1) return "absent";
            if (!(await options.remove?.(journal[found]?.text ?? ""))) return "cannot";
            journal.splice(found, 1);
            return "removed";
          },
        }
      : { can: false, why: "Not here." },
  };
  return { connector, journal, requests, looks, connectorFor: () => connector };
}
