import type { Account, Connector, Found, Io, Outcome, OutgoingPart, Prepared } from "#lib/service/channels/core/connector.ts";
import type { Log } from "#lib/service/core/log.ts";

type Call = { account: Account; io: (signal: AbortSignal) => Io; timeoutMs: number; lost: AbortSignal; log: Log };

/**
 * Sends one part. Always comes back within the time-out, also when the connector ignores its signal; whatever is not a
 * clear answer is `unknown`.
 */
export async function callPublish(connector: Connector, part: OutgoingPart, call: Call): Promise<Outcome> {
  return await bounded<Outcome>({ is: "unknown" }, call, (io) => connector.publishPart(part, call.account, io));
}

/** Gets one part ready; what is not a clear answer is done again, for nothing of it can be seen there yet. */
export async function callPrepare(
  prepare: Extract<Connector["prepare"], { can: true }>,
  part: OutgoingPart,
  call: Call,
): Promise<Prepared> {
  const error = { reason: "network", message: "Getting it ready there took too long." } as const;
  return await bounded<Prepared>({ is: "temporary", error }, call, (io) => prepare.run(part, call.account, io));
}

/** Looks for one part; null when the platform offers no way to look. */
export async function callFind(connector: Connector, part: OutgoingPart, call: Call): Promise<Found | null> {
  const { findPart } = connector;
  if (!findPart.can) return null;
  return await bounded<Found>({ is: "cannot_tell" }, call, (io) => findPart.run(part, call.account, io));
}

/** Takes one item down; `cannot` also when no clear answer came. A repeat is quiet, so it may be tried again. */
export async function callRemove(
  remove: Extract<Connector["remove"], { can: true }>,
  remoteId: string,
  call: Call,
): Promise<"removed" | "absent" | "cannot"> {
  return await bounded("cannot", call, (io) => remove.run(remoteId, call.account, io));
}

async function bounded<T>(otherwise: T, call: Call, work: (io: Io) => Promise<T>): Promise<T> {
  const signal = AbortSignal.any([AbortSignal.timeout(call.timeoutMs), call.lost]);
  const cut = Promise.withResolvers<T>();
  const end = () => cut.resolve(otherwise);
  signal.addEventListener("abort", end, { once: true });
  if (signal.aborted) end();
  try {
    return await Promise.race([cut.promise, work(call.io(signal))]);
  } catch (error) {
    call.log.error({ err: error, channelId: call.account.channelId }, "a connector threw");
    return otherwise;
  } finally {
    signal.removeEventListener("abort", end);
  }
}
