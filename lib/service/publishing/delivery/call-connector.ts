import type {
  Connector,
  ConnectorIo,
  LookupOutcome,
  OutgoingPart,
  PlatformAccount,
  PrepareOutcome,
  PublishOutcome,
} from "#lib/service/channels/core/connector.ts";
import type { Log } from "#lib/service/core/log.ts";

type ConnectorCallOptions = {
  account: PlatformAccount;
  io: (signal: AbortSignal) => ConnectorIo;
  timeoutMs: number;
  lost: AbortSignal;
  log: Log;
};

/**
 * Publishes one part. Always returns within the time-out, even if the connector ignores its signal; without a clear
 * answer the outcome is `unknown`.
 */
export async function callPublish(
  connector: Connector,
  part: OutgoingPart,
  call: ConnectorCallOptions,
): Promise<PublishOutcome> {
  return await callWithTimeout<PublishOutcome>({ type: "unknown" }, call, (io) =>
    connector.publishPart(part, call.account, io),
  );
}

/** Prepares one part; without a clear answer the preparation is repeated, since nothing of it is public yet. */
export async function callPrepare(
  prepare: Extract<Connector["prepare"], { can: true }>,
  part: OutgoingPart,
  call: ConnectorCallOptions,
): Promise<PrepareOutcome> {
  const error = { reason: "network", message: "Preparing the post took too long." } as const;
  return await callWithTimeout<PrepareOutcome>({ type: "temporary", error }, call, (io) =>
    prepare.run(part, call.account, io),
  );
}

/** Looks one part up. @returns null if the platform has no lookup */
export async function callLookup(
  connector: Connector,
  part: OutgoingPart,
  call: ConnectorCallOptions,
): Promise<LookupOutcome | null> {
  const { findPart } = connector;
  if (!findPart.can) return null;
  return await callWithTimeout<LookupOutcome>({ type: "cannot_tell" }, call, (io) =>
    findPart.run(part, call.account, io),
  );
}

/** Takes one item down; `cannot` also without a clear answer. A repeat is harmless. */
export async function callRemove(
  remove: Extract<Connector["remove"], { can: true }>,
  remoteId: string,
  call: ConnectorCallOptions,
): Promise<"removed" | "absent" | "cannot"> {
  return await callWithTimeout("cannot", call, (io) => remove.run(remoteId, call.account, io));
}

async function callWithTimeout<T>(
  otherwise: T,
  call: ConnectorCallOptions,
  work: (io: ConnectorIo) => Promise<T>,
): Promise<T> {
  const signal = AbortSignal.any([AbortSignal.timeout(call.timeoutMs), call.lost]);
  const cut = Promise.withResolvers<T>();
  const end = () => cut.resolve(otherwise);
  signal.addEventListener("abort", end, { once: true });
  if (signal.aborted) end();
  try {
    return await Promise.race([cut.promise, work(call.io(signal))]);
  } catch (error) {
    call.log.error({ err: error, channelId: call.account.channelId }, "connector threw an error");
    return otherwise;
  } finally {
    signal.removeEventListener("abort", end);
  }
}
