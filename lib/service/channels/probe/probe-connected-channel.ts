import { randomUUID } from "node:crypto";
import { crc32, deflateSync } from "node:zlib";
import type pg from "pg";
import { getAccountSecret } from "#lib/service/channels/credentials/account-secrets.ts";
import type { Context } from "#lib/service/core/context.ts";
import { isUuid } from "#lib/service/core/is-uuid.ts";
import { type ProbeReport, probeChannel } from "./probe-channel.ts";

type ProbeDeps = Pick<Context, "pool" | "sealer" | "clock" | "platformOf" | "connectorFor" | "ioFor">;
type ChannelRow = {
  name: string;
  platform: string;
  practice: boolean;
  username: string;
  remote_id: string;
  host: string;
  told: Readonly<Record<string, unknown>>;
};

/**
 * Probes a connected channel; see `probeChannel`. One probe runs at a time on the whole installation.
 * @returns `why` is a sentence, if the channel can't be probed; then nothing was posted
 */
export async function probeConnectedChannel(
  deps: ProbeDeps,
  channelId: string,
  signal: AbortSignal,
): Promise<ProbeReport | { why: string }> {
  const client = await deps.pool.connect();
  try {
    if (!(await lockProbes(client))) return { why: "Another probe is running. Try again in a minute." };
    return await run(deps, channelId, signal);
  } finally {
    await client.query("select pg_advisory_unlock(hashtext('channel probe'))").catch(() => undefined);
    client.release();
  }
}

async function lockProbes(client: pg.PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ isOurs: boolean }>(
    `select pg_try_advisory_lock(hashtext('channel probe')) as "isOurs"`,
  );
  return rows[0]?.isOurs === true;
}

async function run(deps: ProbeDeps, channelId: string, signal: AbortSignal): Promise<ProbeReport | { why: string }> {
  const { pool, sealer, platformOf, connectorFor, ioFor } = deps;
  const { rows } = await pool.query<ChannelRow>(
    `select name, platform, practice, username, remote_id, host, told from channels
     where id::text = $1 and removed_at is null and state = 'connected'`,
    [isUuid(channelId) ? channelId.toLowerCase() : ""],
  );
  const [channel] = rows;
  if (!channel) return { why: "There is no connected channel with this ID." };
  const { platform, practice, username, remote_id: remoteId, host, told: reportedLimits } = channel;
  const connector = connectorFor({ platform, practice });
  if (!connector) return { why: "This version can't publish to the channel's platform." };
  const account = { channelId, username, remoteId, host: platformOf(platform)?.base ?? host, reportedLimits };
  const stored = practice ? null : await getAccountSecret(pool, sealer, channelId);
  const { access = "", refresh = null, more = {} } = stored?.secret ?? {};
  const secrets = [access, refresh ?? "", ...Object.values(more)];
  const io = ioFor({ platform, practice, account, signal, savePrepared: async () => {} });
  // A platform that fetches images needs a stored one, which a probe doesn't make.
  const image = platformOf(platform)?.fetchesImages ? null : createProbeImage();
  return await probeChannel({ connector, account, io, key: randomUUID(), image, secrets });
}

const edge = 400;

/** Creates a grey square as PNG, which every platform accepts (W3C, PNG, chunks IHDR, IDAT and IEND). */
export function createProbeImage() {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(edge, 0);
  header.writeUInt32BE(edge, 4);
  // Eight bits of grey for each pixel.
  header[8] = 8;
  // Each row begins with its filter, 0.
  const rows = Buffer.alloc(edge * (edge + 1), 0x80);
  for (let row = 0; row < edge; row += 1) rows[row * (edge + 1)] = 0;
  const chunks = [
    createChunk("IHDR", header),
    createChunk("IDAT", deflateSync(rows)),
    createChunk("IEND", Buffer.of()),
  ];
  const bytes = new Uint8Array(Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), ...chunks]));
  return {
    image: { fileName: "probe.png", mime: "image/png", width: edge, height: edge, alt: "A grey square" },
    bytes,
  };
}

function createChunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
