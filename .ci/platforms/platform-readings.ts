/** The day on which somebody compared a platform's rules in the code with the platform's own pages. */
export type PlatformReading = { platform: string; pages: string; readOn: string };

/** One entry for each platform. After a comparison with the pages, set its day. */
export const platformReadings: readonly PlatformReading[] = [
  { platform: "x", pages: "docs.x.com: x-api, fundamentals; openapi.json 2.167", readOn: "2026-11-23" },
  { platform: "bluesky", pages: "docs.bsky.app; lexicons of bluesky-social/atproto", readOn: "2026-11-23" },
  {
    platform: "mastodon",
    pages: "docs.joinmastodon.org: methods, entities, api; Pixelfed's source",
    readOn: "2026-11-26",
  },
  {
    platform: "nostr",
    pages: "nostr-protocol/nips: 01, 09, 10, 11, 19, 42, 92; hzrd149/blossom: BUD-02, BUD-11",
    readOn: "2026-11-26",
  },
  {
    platform: "instagram",
    pages: "developers.facebook.com/documentation/instagram-platform: Content Publishing, IG User Media, Error Codes",
    readOn: "2026-11-26",
  },
  {
    platform: "facebook",
    pages: "developers.facebook.com: Pages API, Page Feed, Page Photos, Handling Errors, Graph API changelog",
    readOn: "2026-11-26",
  },
  { platform: "threads", pages: "developers.facebook.com/docs/threads", readOn: "2026-11-23" },
  {
    platform: "linkedin",
    pages: "learn.microsoft.com/linkedin: Posts, Images, MultiImage API, Recent Marketing API Changes",
    readOn: "2026-11-26",
  },
  { platform: "telegram", pages: "core.telegram.org/bots/api", readOn: "2026-11-23" },
  { platform: "discord", pages: "discord.com/developers/docs: Webhook, Message", readOn: "2026-11-23" },
  { platform: "slack", pages: "docs.slack.dev: Block Kit, incoming webhooks", readOn: "2026-11-23" },
];

type SupportedPlatform = { connector: { slug: string }; version?: { speaks: string; endsAbout: string } };

const dayMs = 86_400_000;
const readingDays = 180;
const versionDays = 120;

/**
 * Returns a sentence for each platform whose pages nobody has read for 180 days, and for each API version that ends
 * within 120 days.
 */
export function findStalePlatformRules(options: {
  platforms: readonly SupportedPlatform[];
  readings: readonly PlatformReading[];
  now: Date;
}): string[] {
  const daysUntil = (day: string) => Math.floor((Date.parse(day) - options.now.getTime()) / dayMs);
  return options.platforms.flatMap(({ connector: { slug }, version }) => {
    const reading = options.readings.find(({ platform }) => platform === slug);
    const problems: string[] = [];
    if (!reading) problems.push(`${slug}: no day on which its rules were read.`);
    else if (daysUntil(reading.readOn) < -readingDays)
      problems.push(`${slug}: its rules were read on ${reading.readOn}. Read ${reading.pages} again.`);
    // "March 2027" is its first day. What is no date counts as the end.
    if (version && !(daysUntil(version.endsAbout) >= versionDays))
      problems.push(
        `${slug}: version ${version.speaks} of its API ends about ${version.endsAbout}. Move to a newer one.`,
      );
    return problems;
  });
}
