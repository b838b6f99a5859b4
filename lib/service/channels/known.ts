import { platforms } from "#lib/contract/platforms";
import type { Clock } from "#lib/service/clock";
import type { Context } from "#lib/service/context";
import type { Connector, ConnectorFor } from "./connector.ts";
import { makePracticeConnector } from "./practice/connector.ts";
import { makePracticeStore } from "./practice/store.ts";

/** The connectors this version has, by channel. A practice channel has its own, whatever platform it imitates. */
export function makeConnectorFor(at: { pool: Context["pool"]; clock: Clock; origin: string }): ConnectorFor {
  const store = makePracticeStore(at);
  const practice: ReadonlyMap<string, Connector> = new Map(
    platforms.map((rules) => [rules.slug, makePracticeConnector({ rules, store, origin: at.origin })]),
  );
  return (channel) => (channel.practice ? (practice.get(channel.platform) ?? null) : null);
}
