import type { ConnectorLookup } from "#lib/service/channels/core/connector.ts";
import type { PlatformLookup } from "#lib/service/channels/core/platform.ts";
import type { PlatformMeter } from "./metrics.ts";

/** The same connectors; each part they send is counted by what came of it. */
export function withPublishMetrics(connectorFor: ConnectorLookup, meter: PlatformMeter): ConnectorLookup {
  return (channel) => {
    const connector = connectorFor(channel);
    if (!connector) return null;
    const name = channel.practice ? `practice-${channel.platform}` : channel.platform;
    return {
      ...connector,
      async publishPart(...call) {
        const startedAt = performance.now();
        const outcome = await connector.publishPart(...call);
        meter.outcome(name, outcome.type, (performance.now() - startedAt) / 1000);
        return outcome;
      },
    };
  };
}

/** The same platforms; each refresh of a token is counted. */
export function withRefreshMetrics(platformOf: PlatformLookup, meter: PlatformMeter): PlatformLookup {
  return (slug) => {
    const platform = platformOf(slug);
    if (!platform?.refresh.can) return platform;
    const { run } = platform.refresh;
    return {
      ...platform,
      refresh: {
        can: true,
        async run(...call) {
          const refreshed = await run(...call);
          meter.refresh(slug, refreshed.type);
          return refreshed;
        },
      },
    };
  };
}
