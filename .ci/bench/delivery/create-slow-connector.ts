import { setTimeout as pause } from "node:timers/promises";
import type { Connector, ConnectorLookup } from "#lib/service/channels/core/connector.ts";

/** As long as a quick real platform takes for one part. */
export const partMs = 50;

/** The practice platform, but each part takes it as long as a quick real one. */
export function createSlowConnector(connectorFor: ConnectorLookup): ConnectorLookup {
  return (channel) => {
    const connector = connectorFor(channel);
    if (!connector) return null;
    const publishPart: Connector["publishPart"] = async (part, account, signal) => {
      await pause(partMs);
      return await connector.publishPart(part, account, signal);
    };
    return { ...connector, publishPart };
  };
}
