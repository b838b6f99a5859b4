import { platforms } from "#lib/contract/platforms/platform-rules.ts";
import type { Clock } from "#lib/service/core/clock.ts";
import type { Context } from "#lib/service/core/context.ts";
import { atBase } from "#lib/service/channels/core/base-url-override.ts";
import type { SetDirectories } from "./bluesky/identity.ts";
import { bluesky, makeBlueskyPlatform } from "./bluesky/platform.ts";
import type { Connector, ConnectorFor } from "#lib/service/channels/core/connector.ts";
import { discord } from "./discord/platform.ts";
import { linkedin } from "./linkedin/platform.ts";
import { mastodon } from "./mastodon/platform.ts";
import type { Platform, PlatformOf } from "#lib/service/channels/core/platform.ts";
import { makePracticeConnector } from "./practice/connector.ts";
import { makePracticeStore } from "./practice/practice-store.ts";
import { slack } from "./slack/platform.ts";
import { telegram } from "./telegram/platform.ts";
import { threads } from "./threads/platform.ts";
import { x } from "./x/platform.ts";

/** The platforms this version reaches: one line each. */
export const knownPlatforms: readonly Platform[] = [x, bluesky, mastodon, threads, linkedin, telegram, discord, slack];

/**
 * @param at.urls base addresses that the operator set, by slug; they stand in the place of a platform's own.
 * `directories`: where accounts of Bluesky's network are looked up instead of in public.
 */
export function makePlatformOf(at: {
  urls: Readonly<Record<string, string>>;
  directories?: SetDirectories;
}): PlatformOf {
  const all = knownPlatforms.map((known): [string, Platform] => {
    const platform = known === bluesky ? makeBlueskyPlatform(at.directories) : known;
    const { slug } = platform.connector;
    return [slug, platform.base === null ? platform : atBase(platform, at.urls[slug] ?? platform.base)];
  });
  const bySlug: ReadonlyMap<string, Platform> = new Map(all);
  return (slug) => bySlug.get(slug) ?? null;
}

/** The connectors this version has, by channel. A practice channel has its own, whatever platform it imitates. */
export function makeConnectorFor(at: {
  pool: Context["pool"];
  clock: Clock;
  origin: string;
  platformOf: PlatformOf;
}): ConnectorFor {
  const store = makePracticeStore(at);
  const practice: ReadonlyMap<string, Connector> = new Map(
    platforms.map((rules) => [rules.slug, makePracticeConnector({ rules, store, origin: at.origin })]),
  );
  return (channel) => {
    if (channel.practice) return practice.get(channel.platform) ?? null;
    return at.platformOf(channel.platform)?.connector ?? null;
  };
}
