import { randomUUID } from "node:crypto";
import { crc32, deflateSync } from "node:zlib";
import type pg from "pg";
import type { Connector, OutgoingImage, PlatformAccount } from "#lib/service/channels/core/connector.ts";
import { getAccountSecret } from "#lib/service/channels/credentials/account-secrets.ts";
import type { Context } from "#lib/service/core/context.ts";
import { isUuid } from "#lib/service/core/is-uuid.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import { sendingPausedRefusal } from "#lib/service/core/sending-paused-refusal.ts";
import { fitImage } from "#lib/service/media/processing/fit-image.ts";
import { createFileName } from "#lib/service/media/storage/file-name.ts";
import { type ProbeReport, probeChannel } from "./probe-channel.ts";

type ProbeDeps = Pick<Context, "pool" | "sealer" | "clock" | "media" | "platformOf" | "connectorFor" | "ioFor">;
type ChannelRow = {
  id: string;
  name: string;
  state: string;
  platform: string;
  practice: boolean;
  username: string;
  remote_id: string;
  host: string;
  told: Readonly<Record<string, unknown>>;
  paused: string | null;
};

/** The most time for publishing and looking up, and then for taking down. */
export type ProbeTimes = { publishMs: number; takeDownMs: number };

/**
 * Probes a connected channel; see `probeChannel`. One probe of a channel runs at a time.
 * @param begin is called once nothing stands in the way and before anything is posted
 * @throws Refusal `not_found`, `sending_paused`, and `conflict` if the channel can't be probed; then nothing was posted
 */
export async function probeConnectedChannel(
  deps: ProbeDeps,
  channelId: string,
  times: ProbeTimes,
  begin: () => Promise<void> = async () => {},
): Promise<ProbeReport> {
  const client = await deps.pool.connect();
  const lock = `channel probe ${channelId.toLowerCase()}`;
  try {
    if (!(await lockProbe(client, lock))) {
      throw new Refusal("conflict", "Another test of this channel is running. Try again in a minute.");
    }
    const channel = await requireProbeChannel(client, channelId);
    const connector = deps.connectorFor(channel);
    if (!connector) throw new Refusal("conflict", "This version can't publish to the channel's platform.");
    await begin();
    return await run(deps, channel, connector, times);
  } finally {
    await client.query("select pg_advisory_unlock(hashtext($1))", [lock]).catch(() => undefined);
    client.release();
  }
}

async function lockProbe(client: pg.PoolClient, lock: string): Promise<boolean> {
  const { rows } = await client.query<{ isOurs: boolean }>(`select pg_try_advisory_lock(hashtext($1)) as "isOurs"`, [
    lock,
  ]);
  return rows[0]?.isOurs === true;
}

async function requireProbeChannel(client: pg.PoolClient, channelId: string): Promise<ChannelRow> {
  const { rows } = await client.query<ChannelRow>(
    `select id, name, state, platform, practice, username, remote_id, host, told,
       (select s.reason from sending_pauses s where s.org_id = c.org_id and s.resumed_at is null
          and (s.channel_id is null or s.channel_id = c.id) order by s.channel_id nulls first limit 1) as paused
     from channels c where id::text = $1 and removed_at is null`,
    [isUuid(channelId) ? channelId.toLowerCase() : ""],
  );
  const [channel] = rows;
  if (!channel) throw new Refusal("not_found", "There is no channel with this ID.");
  if (channel.paused !== null) throw sendingPausedRefusal(channel.paused);
  if (channel.state !== "connected") {
    throw new Refusal("conflict", `${channel.name} needs reconnecting. Reconnect it, then test it.`);
  }
  return channel;
}

async function run(
  deps: ProbeDeps,
  channel: ChannelRow,
  connector: Connector,
  { publishMs, takeDownMs }: ProbeTimes,
): Promise<ProbeReport> {
  const { pool, sealer, platformOf, ioFor } = deps;
  const { id, platform, practice, username, remote_id: remoteId, host, told: reportedLimits } = channel;
  const account = { channelId: id, username, remoteId, host: platformOf(platform)?.base ?? host, reportedLimits };
  const stored = practice ? null : await getAccountSecret(pool, sealer, id);
  const { access = "", refresh = null, more = {} } = stored?.secret ?? {};
  const secrets = [access, refresh ?? "", ...Object.values(more)];
  const image = await createAccountImage(deps, connector, account, platform);
  const io = (ms: number) =>
    ioFor({ platform, practice, account, signal: AbortSignal.timeout(ms), savePrepared: async () => {} });
  const timesIo = { io: io(publishMs), takeDownIo: io(publishMs + takeDownMs) };
  return await probeChannel({ connector, account, ...timesIo, key: randomUUID(), image, secrets });
}

/**
 * Creates the picture in the account's form. A platform that fetches images itself gets a stored file, which the removal
 * of files without a row removes a day later.
 */
async function createAccountImage(
  { media, platformOf }: ProbeDeps,
  connector: Connector,
  account: PlatformAccount,
  platform: string,
): Promise<{ image: OutgoingImage; bytes: Uint8Array }> {
  const square = createProbeImage();
  const form = connector.imageForm?.(account) ?? null;
  if (!form) return square;
  const { bytes, mime, width, height } = await fitImage(Buffer.from(square.bytes), form);
  const fileName = createFileName(mime);
  if (platformOf(platform)?.fetchesImages) await media.put(fileName, bytes, mime);
  return { image: { ...square.image, fileName, mime, width, height }, bytes };
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
