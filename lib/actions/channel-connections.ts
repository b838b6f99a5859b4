"use server";
import * as z from "zod";
import { api } from "#lib/contract/api.ts";
import type { Result } from "#lib/contract/errors.ts";
import { platformName } from "#lib/contract/platforms/platform-names.ts";
import { platforms } from "#lib/contract/platforms/platform-rules.ts";
import type { ChannelDetail, ConnectChoice, PlatformApp } from "#lib/contract/types.ts";
import { gateway } from "#lib/gateway/service-client.ts";
import { badInput } from "./input-failure.ts";

type Begun = { channel: ChannelDetail | null; authorize_url: string | null };
type Finished = { channel: ChannelDetail | null; choice: ConnectChoice | null };

/** Ms for what waits for platforms: longer than each of their answers may take. */
const timeoutMs = 45_000;

/** Connects an account, or begins to: then the answer is where its owner says yes. */
export async function connectAccount(input: unknown): Promise<Result<Begun>> {
  const asked = api.connectAccount.body.safeParse(input);
  return asked.success ? (await gateway()).connectAccount(asked.data, { timeoutMs }) : badInput(asked.error);
}

/** Brings back what the platform sent with the person, and then which of several accounts they picked. Each counts once. */
export async function finishConnection(input: unknown): Promise<Result<Finished>> {
  const asked = api.finishConnection.body.safeParse(input);
  return asked.success ? (await gateway()).finishConnection(asked.data, { timeoutMs }) : badInput(asked.error);
}

const platform = z.string().min(1).max(100);
const Platform = z.object({ platform });

export async function getPlatformApp(input: unknown): Promise<Result<PlatformApp>> {
  const asked = Platform.safeParse(input);
  return asked.success ? (await gateway()).getPlatformApp(asked.data) : badInput(asked.error);
}

const Keys = api.setPlatformApp.body.extend({ platform });
export async function setPlatformApp(input: unknown): Promise<Result<PlatformApp>> {
  const asked = Keys.safeParse(input);
  return asked.success ? (await gateway()).setPlatformApp(asked.data) : badInput(asked.error);
}

export async function removePlatformApp(input: unknown): Promise<Result<PlatformApp>> {
  const asked = Platform.safeParse(input);
  return asked.success ? (await gateway()).removePlatformApp(asked.data) : badInput(asked.error);
}

type Tested = { channel: ChannelDetail; isNew: boolean };
/**
 * Posts a few words to the practice channel of a platform, and connects one where there is none that this member may use:
 * how a post comes out is seen there by nobody outside.
 */
export async function sendTest(input: unknown): Promise<Result<Tested>> {
  const asked = z.object({ platform: z.enum(platforms.map(({ slug }) => slug)) }).safeParse(input);
  if (!asked.success) return badInput(asked.error);
  const client = await gateway();
  const listed = await client.listChannelDetails();
  if (listed.error) return listed;
  const { platform: slug } = asked.data;
  const twin = listed.ok.find((one) => one.practice && one.usable && one.platform === slug);
  const found = twin
    ? { ok: twin }
    : await client.connectChannel({ platform: slug, name: `Practice ${platformName(slug)}` });
  if (found.error) return found;
  const text = `A test of Postwright for ${platformName(slug)}, on ${new Date().toISOString().slice(0, 10)}. Nobody outside sees it.`;
  const sent = await client.createPosts({ channels: [found.ok.id], text, points: 0 });
  return sent.error ? sent : { ok: { channel: found.ok, isNew: !twin } };
}
