import { applyReportedLimits } from "#lib/contract/platforms/channel-rules.ts";
import { getPlatformRules } from "#lib/contract/platforms/platform-rules.ts";
import {
  type Connector,
  type ConnectorIo,
  getRemoval,
  type OutgoingImage,
  type OutgoingPart,
  type PlatformAccount,
  type PublishedPart,
  type PublishOutcome,
} from "#lib/service/channels/core/connector.ts";
import { cutSecrets, getShownHeaders } from "./cut-secrets.ts";

/** One request of the probe and its answer, without secrets. `body` is JSON where the platform answered in JSON. */
export type ProbeExchange = {
  request: { method: string; path: string };
  answer: { status: number; headers: Record<string, string>; body: unknown } | { lost: string };
};

export type ProbeStep = {
  name: "text" | "reply" | "image" | "look_up" | "take_down";
  outcome: string;
  succeeded: boolean;
  /** A sentence for the person; null if there is nothing to add. */
  note: string | null;
  exchanges: ProbeExchange[];
};

export type ProbeReport = {
  platform: string;
  account: { username: string; remoteId: string };
  at: string;
  steps: ProbeStep[];
  /** Addresses of items that are still public and have to be deleted by hand. */
  left: string[];
};

type ProbeDeps = {
  connector: Connector;
  account: PlatformAccount;
  io: ConnectorIo;
  /** Takes down what was published, also when the time of `io` is over. */
  takeDownIo: ConnectorIo;
  /** Unique for each probe: it makes the keys of the parts. */
  key: string;
  /** A picture in the account's form, with its bytes; null without one. */
  image: { image: OutgoingImage; bytes: Uint8Array } | null;
  /** Texts that must not appear in the report. */
  secrets: readonly string[];
};

/** Platforms list a new post late: a lookup is repeated this often, with this pause between. */
const lookups = 3;
const lookupPauseMs = 2_000;

/**
 * Publishes a text, a reply and an image as the account, looks the first of them up and takes everything down again. A
 * platform that publishes nothing without an image gets the image alone. All of it is public for a moment. Never throws;
 * a step that fails does not stop the later take-down.
 */
export async function probeChannel(deps: ProbeDeps): Promise<ProbeReport> {
  const { connector, account, io, key, image } = deps;
  const at = io.now();
  const { username, remoteId } = account;
  const report: ProbeReport = {
    platform: connector.slug,
    account: { username, remoteId },
    at: at.toISOString(),
    steps: [],
    left: [],
  };
  const published: PublishedPart[] = [];
  const known = getPlatformRules(connector.slug);
  const rules = known && applyReportedLimits(known, account.reportedLimits);

  const create = (number: number, text: string, over: Partial<OutgoingPart> = {}): OutgoingPart => {
    const images = over.images?.length ?? 0;
    const wire = connector.plan({ key: `${key}.${number}`, number, count: 1, text, images, plannedAt: at }, account);
    const base = { key: `${key}.${number}`, number, text, images: [], wire, prepared: null, root: null, parent: null };
    return { ...base, resends: 0, startedAt: io.now(), ...over };
  };
  const publish = async (name: ProbeStep["name"], part: OutgoingPart): Promise<PublishedPart | null> => {
    const recorded = recordExchanges(deps, io);
    const outcome = await sendPart(connector, account, part, recorded.io);
    const succeeded = outcome.type === "published";
    report.steps.push({ name, outcome: outcome.type, succeeded, note: describeOutcome(outcome), ...recorded.result });
    if (outcome.type === "unknown") return await lookUp(part);
    if (outcome.type !== "published") return null;
    published.push(outcome.sent);
    return outcome.sent;
  };
  /** A part whose answer was lost and that the lookup finds is taken down like the others. */
  const lookUp = async (part: OutgoingPart, isKnown = false): Promise<PublishedPart | null> => {
    const { findPart } = connector;
    if (!findPart.can) return null;
    const recorded = recordExchanges(deps, io);
    let found = await findPart.run(part, account, recorded.io);
    for (let tries = 1; found.type === "absent" && tries < lookups; tries += 1) {
      await io.delay(lookupPauseMs);
      found = await findPart.run(part, account, recorded.io);
    }
    const succeeded = found.type === "found";
    const note = succeeded ? null : "The platform does not list the new post yet, or can't say.";
    report.steps.push({ name: "look_up", outcome: found.type, succeeded, note, ...recorded.result });
    if (found.type !== "found") return null;
    if (!isKnown) published.push(found.sent);
    return found.sent;
  };

  const end = getRemoval(connector, account).can ? "It is deleted in a moment." : "It can be deleted.";
  const text = create(1, `A test of Postwright, ${at.toISOString()}. ${end}`);
  const withImage = image && create(3, `An image of the test, ${key.slice(-6)}.`, { images: [image.image] });
  if (rules?.images.required) {
    if (withImage && (await publish("image", withImage))) await lookUp(withImage, true);
  } else {
    const first = await publish("text", text);
    if (first && rules?.thread !== "never") {
      const reply = { root: first.remoteId, parent: first.remoteId };
      await publish("reply", create(2, "A reply of the test.", reply));
    }
    if (withImage) await publish("image", withImage);
    if (first && !report.steps.some(({ name }) => name === "look_up")) await lookUp(text, true);
  }
  await takeDown(deps, published, report);
  return report;
}

async function takeDown(
  deps: ProbeDeps,
  published: readonly PublishedPart[],
  report: Pick<ProbeReport, "steps" | "left">,
): Promise<void> {
  const { connector, account } = deps;
  const remove = getRemoval(connector, account);
  for (const { remoteId, url } of published.toReversed()) {
    const recorded = recordExchanges(deps, deps.takeDownIo);
    const removed = remove.can ? await remove.run(remoteId, account, recorded.io) : "cannot";
    const succeeded = removed !== "cannot";
    const note = remove.can ? null : remove.why;
    report.steps.push({ name: "take_down", outcome: removed, succeeded, note, ...recorded.result });
    if (!succeeded) report.left.push(url ?? remoteId);
  }
}

function describeOutcome(outcome: PublishOutcome): string | null {
  if (outcome.type === "published") return outcome.sent.note ?? null;
  if (outcome.type === "unknown") return "The platform's answer was lost. Look at the account for the post.";
  if (outcome.type === "wait") return outcome.problem?.message ?? "The platform accepts no more posts right now.";
  return outcome.error.message;
}

async function sendPart(
  connector: Connector,
  account: PlatformAccount,
  part: OutgoingPart,
  io: ConnectorIo,
): Promise<PublishOutcome> {
  const saving: ConnectorIo = {
    ...io,
    savePrepared: async (prepared) => {
      part.prepared = prepared;
    },
  };
  if (connector.prepare.can) {
    const prepared = await connector.prepare.run(part, account, saving);
    if (prepared.type !== "ready") return prepared;
    part.prepared = prepared.prepared;
  }
  return await connector.publishPart(part, account, saving);
}

/** Records each exchange before its token is added and after its answer is read. */
function recordExchanges(
  { image, account, secrets }: ProbeDeps,
  io: ConnectorIo,
): { io: ConnectorIo; result: { exchanges: ProbeExchange[] } } {
  const exchanges: ProbeExchange[] = [];
  const recording: ConnectorIo = {
    ...io,
    readImage: async (asked) => (image && asked.fileName === image.image.fileName ? image.bytes : io.readImage(asked)),
    async call(request) {
      const answer = await io.call(request);
      const shown = cutSecrets(request.url.replace(account.host, ""), secrets) as string;
      exchanges.push({
        request: { method: request.method, path: shown },
        answer:
          answer.type === "answer"
            ? {
                status: answer.status,
                headers: getShownHeaders(answer.headers),
                body: cutSecrets(answer.json ?? answer.body.slice(0, 2_000), secrets),
              }
            : { lost: cutSecrets(answer.why, secrets) as string },
      });
      return answer;
    },
  };
  return { io: recording, result: { exchanges } };
}
