import type { RepeatPolicy } from "#lib/service/channels/core/connector.ts";
import { createScriptedConnector } from "./scripted-connector.ts";

/**
 * Creates a platform that can stand still like a stopped process: its callers give up on what they send meanwhile, but
 * the platform holds each request. When it goes on, it answers a lookup first and carries out the held requests
 * afterwards.
 */
export function createStallingPlatform(
  options: { repeats?: RepeatPolicy; answer?: Parameters<typeof createScriptedConnector>[0]["answer"] } = {},
) {
  /** Calls that still meet the standing platform. */
  let stalledCalls = 0;
  const held: (() => unknown)[] = [];
  const isStalled = (): boolean => {
    if (stalledCalls <= 0) return false;
    stalledCalls -= 1;
    return true;
  };
  const deliver = () => {
    for (const carryOut of held.splice(0)) carryOut();
  };
  const platform = createScriptedConnector({
    ...(options.repeats && { repeats: options.repeats }),
    answer(part, nth, signal, accept) {
      const carryOut = () => options.answer?.(part, nth, signal, accept) ?? accept();
      if (!isStalled()) return carryOut();
      held.push(carryOut);
      return { type: "unknown" };
    },
    look() {
      if (isStalled()) return { type: "cannot_tell" };
      // After this answer.
      setImmediate(deliver);
      return "usual";
    },
  });
  return {
    ...platform,
    /** The items as a practice timeline shows them, oldest first. */
    items: () => platform.journal.map(({ key, text, parent }) => ({ id: `remote-${key}`, text, reply_to: parent })),
    /** Number of requests that wait to be carried out. */
    countHeld: () => held.length,
    /** Stands still for this many calls. */
    stall: (calls: number) => {
      stalledCalls = calls;
    },
    goOn: () => {
      stalledCalls = 0;
    },
  };
}
