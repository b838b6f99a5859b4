import type pg from "pg";
import type { MediaUsage } from "#lib/contract/types.ts";
import type { Context } from "#lib/service/core/context.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import { dayMs } from "#lib/time/time-units.ts";

type MediaQuotaDeps = Pick<Context, "pool" | "clock" | "settings">;

/** Returns the bytes of a member's stored images and the quota. */
export async function getMediaUsage({ pool, clock, settings }: MediaQuotaDeps, memberId: string): Promise<MediaUsage> {
  const { bytes, dayBytes } = await readBytes(pool, memberId, new Date(clock.now().getTime() - dayMs));
  const { inAll, perDay } = settings.imageBytes;
  return { bytes, bytes_max: inAll || null, day_bytes: dayBytes, day_bytes_max: perDay || null };
}

/**
 * Refuses an image that would exceed a member's quota. Uploads of one member run one after the other in a process;
 * several processes together may accept one image too many.
 * @param sizeBytes size of the upload; the stored image may be slightly larger or smaller
 * @throws Refusal `quota_exceeded`
 */
export async function requireMediaQuota(deps: MediaQuotaDeps, memberId: string, sizeBytes: number): Promise<void> {
  const usage = await getMediaUsage(deps, memberId);
  if (usage.bytes_max !== null && usage.bytes + sizeBytes > usage.bytes_max) {
    const message = `Your images use ${formatBytes(usage.bytes)} of ${formatBytes(usage.bytes_max)}. This one needs ${formatBytes(sizeBytes)} more.`;
    throw new Refusal("quota_exceeded", message, "file");
  }
  if (usage.day_bytes_max !== null && usage.day_bytes + sizeBytes > usage.day_bytes_max) {
    const message = `You uploaded ${formatBytes(usage.day_bytes)} of images in the last 24 hours. The limit is ${formatBytes(usage.day_bytes_max)}.`;
    throw new Refusal("quota_exceeded", message, "file");
  }
}

async function readBytes(pool: pg.Pool, memberId: string, since: Date): Promise<{ bytes: number; dayBytes: number }> {
  const { rows } = await pool.query<{ bytes: string; day_bytes: string }>({
    name: "media-usage",
    text: `select coalesce(sum(size_bytes), 0) as bytes, coalesce(sum(size_bytes) filter (where created_at > $2), 0) as day_bytes
      from media where member_id = $1`,
    values: [memberId, since],
  });
  return { bytes: Number(rows[0]?.bytes), dayBytes: Number(rows[0]?.day_bytes) };
}

const megabyte = 1024 * 1024;

function formatBytes(bytes: number): string {
  const megabytes = bytes / megabyte;
  if (megabytes >= 1024) return `${Number((megabytes / 1024).toFixed(1))} GB`;
  return `${Number(megabytes.toFixed(1))} MB`;
}
