import { formatPlatformName } from "#lib/contract/platforms/platform-names.ts";
import type { Context } from "#lib/service/core/context.ts";
import { dayMs } from "#lib/time/time-units.ts";
import type { Platform } from "./platform.ts";

type VersionWarnerDeps = Pick<Context, "pool" | "clock" | "log" | "platformOf">;

/** Returns the warning that this platform's API version ends; null as long as there is time. */
export function getApiVersionWarning({ connector, version }: Platform, now: Date): string | null {
  if (!version || now < new Date(version.warnFrom)) return null;
  const name = formatPlatformName(connector.slug);
  return `This Postwright uses version ${version.speaks} of ${name}'s API, which ${name} may retire from ${version.endsAbout} on. After that, ${name} accepts no more posts. Update Postwright before then.`;
}

/**
 * Creates a check that warns the operator in the log, at most once a day, of each retiring API version of a platform
 * with a connected account. Callers run the check more often than daily, so that a restart hides no warning.
 */
export function createApiVersionWarner({ pool, clock, log, platformOf }: VersionWarnerDeps): () => Promise<void> {
  let nextAt = 0;
  return async () => {
    const now = clock.now();
    if (now.getTime() < nextAt) return;
    nextAt = now.getTime() + dayMs;
    const { rows } = await pool.query<{ platform: string }>(
      "select distinct platform from channels where not practice and removed_at is null order by platform",
    );
    for (const { platform: slug } of rows) {
      const platform = platformOf(slug);
      const warning = platform && getApiVersionWarning(platform, now);
      if (warning) log.warn({ platform: slug }, warning);
    }
  };
}
