import { platforms } from "#lib/contract/platforms/platform-rules.ts";
import { overrideBaseUrl } from "#lib/service/channels/core/base-url-override.ts";
import type { Connector, ConnectorLookup } from "#lib/service/channels/core/connector.ts";
import type { Platform, PlatformLookup } from "#lib/service/channels/core/platform.ts";
import type { Clock } from "#lib/service/core/clock.ts";
import type { Context } from "#lib/service/core/context.ts";
import type { BlueskyDirectoryOverrides } from "./bluesky/identity.ts";
import { bluesky, createBlueskyPlatform } from "./bluesky/platform.ts";
import { discord } from "./discord/platform.ts";
import { facebook } from "./facebook/platform.ts";
import { instagram } from "./instagram/platform.ts";
import { linkedin } from "./linkedin/platform.ts";
import { mastodon } from "./mastodon/platform.ts";
import { nostr } from "./nostr/platform.ts";
import { createPracticeConnector } from "./practice/connector.ts";
import { createPracticeStore } from "./practice/practice-store.ts";
import { slack } from "./slack/platform.ts";
import { telegram } from "./telegram/platform.ts";
import { threads } from "./threads/platform.ts";
import { x } from "./x/platform.ts";

/** The platforms that this version supports. */
export const supportedPlatforms: readonly Platform[] = [
  x,
  bluesky,
  mastodon,
  nostr,
  threads,
  linkedin,
  instagram,
  facebook,
  telegram,
  discord,
  slack,
];

/**
 * @param options.urls base addresses that the operator set, by slug, in place of a platform's own. `directories`: the
 * directories of accounts in Bluesky's network, in place of the public ones.
 */
export function createPlatformLookup(options: {
  urls: Readonly<Record<string, string>>;
  directories?: BlueskyDirectoryOverrides;
}): PlatformLookup {
  const all = supportedPlatforms.map((known): [string, Platform] => {
    const platform = known === bluesky ? createBlueskyPlatform(options.directories) : known;
    const { slug } = platform.connector;
    return [slug, platform.base === null ? platform : overrideBaseUrl(platform, options.urls[slug] ?? platform.base)];
  });
  const bySlug: ReadonlyMap<string, Platform> = new Map(all);
  return (slug) => bySlug.get(slug) ?? null;
}

/**
 * Creates the lookup of connectors by channel. A practice channel has its own connector, whichever platform it
 * imitates.
 */
export function createConnectorLookup(deps: {
  pool: Context["pool"];
  clock: Clock;
  origin: string;
  platformOf: PlatformLookup;
}): ConnectorLookup {
  const store = createPracticeStore(deps);
  const practice: ReadonlyMap<string, Connector> = new Map(
    platforms.map((rules) => [rules.slug, createPracticeConnector({ rules, store, origin: deps.origin })]),
  );
  return (channel) => {
    if (channel.practice) return practice.get(channel.platform) ?? null;
    return deps.platformOf(channel.platform)?.connector ?? null;
  };
}
