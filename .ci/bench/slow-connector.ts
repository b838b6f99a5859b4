import { setTimeout as pause } from "node:timers/promises";
import type { Connector, ConnectorFor } from "#lib/service/channels/core/connector.ts";

/** As long as a quick real platform takes for one part. */
export const partMs = 50;

/** The practice platform, but each part takes it as long as a quick real one. */
export function slowed(connectorFor: ConnectorFor): ConnectorFor {
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
