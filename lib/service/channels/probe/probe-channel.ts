import { getPlatformRules } from "#lib/contract/platforms/platform-rules.ts";
import type {
  Connector,
  ConnectorIo,
  OutgoingImage,
  OutgoingPart,
  PlatformAccount,
  PublishedPart,
  PublishOutcome,
} from "#lib/service/channels/core/connector.ts";
import { cutSecrets, getShownHeaders } from "./cut-secrets.ts";

/** One request of the probe and its answer, without secrets. `body` is JSON where the platform answered in JSON. */
export type ProbeExchange = {
  step: ProbeStep["name"];
  request: { method: string; path: string };
  answer: { status: number; headers: Record<string, string>; body: unknown } | { lost: string };
};

export type ProbeStep = {
  name: "text" | "reply" | "image" | "look up" | "take down";
  outcome: string;
  /** A sentence for the person; null if there is nothing to add. */
  note: string | null;
};

export type ProbeReport = {
  platform: string;
  at: string;
  steps: ProbeStep[];
  exchanges: ProbeExchange[];
  /** Addresses of items that are still public and have to be deleted by hand. */
  left: string[];
};

type ProbeDeps = {
  connector: Connector;
  account: PlatformAccount;
  io: ConnectorIo;
  /** Unique for each probe: it makes the keys of the parts. */
  key: string;
  /** A picture in the account's form, with its bytes; null without one. */
  image: { image: OutgoingImage; bytes: Uint8Array } | null;
  /** Texts that must not appear in the report. */
  secrets: readonly string[];
};

/**
 * Publishes a text, a reply and an image as the account, looks the text up and takes everything down again. All of it
 * is public for a moment. Never throws; a step that fails does not stop the later take-down.
 */
export async function probeChannel(deps: ProbeDeps): Promise<ProbeReport> {
  const { connector, account, key, image } = deps;
  const at = deps.io.now();
  const report: ProbeReport = { platform: connector.slug, at: at.toISOString(), steps: [], exchanges: [], left: [] };
  const recorder = { current: "text" as ProbeStep["name"] };
  const io = recordExchanges(deps, report, recorder);
  const published: PublishedPart[] = [];

  const create = (number: number, text: string, over: Partial<OutgoingPart> = {}): OutgoingPart => {
    const images = over.images?.length ?? 0;
    const wire = connector.plan({ key: `${key}.${number}`, number, count: 1, text, images, plannedAt: at }, account);
    const base = { key: `${key}.${number}`, number, text, images: [], wire, prepared: null, root: null, parent: null };
    return { ...base, resends: 0, startedAt: io.now(), ...over };
  };
  const publish = async (name: ProbeStep["name"], part: OutgoingPart): Promise<PublishedPart | null> => {
    recorder.current = name;
    const outcome = await sendPart(connector, account, part, io);
    report.steps.push({ name, outcome: outcome.type, note: "error" in outcome ? outcome.error.message : null });
    if (outcome.type !== "published") return null;
    published.push(outcome.sent);
    return outcome.sent;
  };

  const text = create(1, `A test of Postwright, ${at.toISOString()}. It is deleted in a moment.`);
  const first = await publish("text", text);
  if (first && getPlatformRules(connector.slug)?.thread !== "never") {
    const reply = { root: first.remoteId, parent: first.remoteId };
    await publish("reply", create(2, "A reply of the test.", reply));
  }
  if (image) await publish("image", create(3, `An image of the test, ${key.slice(-6)}.`, { images: [image.image] }));
  if (first && connector.findPart.can) {
    recorder.current = "look up";
    const found = await connector.findPart.run(text, account, io);
    report.steps.push({ name: "look up", outcome: found.type, note: null });
  }
  recorder.current = "take down";
  for (const { remoteId, url } of published.toReversed()) {
    const removed = connector.remove.can ? await connector.remove.run(remoteId, account, io) : "cannot";
    const note = connector.remove.can ? null : connector.remove.why;
    report.steps.push({ name: "take down", outcome: removed, note });
    if (removed === "cannot") report.left.push(url ?? remoteId);
  }
  return report;
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
  { io, image, account, secrets }: ProbeDeps,
  report: ProbeReport,
  recorder: { current: ProbeStep["name"] },
): ConnectorIo {
  return {
    ...io,
    readImage: async (asked) => (image && asked.fileName === image.image.fileName ? image.bytes : io.readImage(asked)),
    async call(request) {
      const answer = await io.call(request);
      const shown = cutSecrets(request.url.replace(account.host, ""), secrets) as string;
      report.exchanges.push({
        step: recorder.current,
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
}
