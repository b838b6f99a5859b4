"use server";
import * as z from "zod";
import { api } from "#lib/contract/api.ts";
import type { Result } from "#lib/contract/errors.ts";
import { formatPlatformName } from "#lib/contract/platforms/platform-names.ts";
import { platforms } from "#lib/contract/platforms/platform-rules.ts";
import type { ChannelDetail, ConnectionChoice, PlatformApp } from "#lib/contract/types.ts";
import { getServiceClient } from "#lib/gateway/service-client.ts";
import { toInputFailure } from "./input-failure.ts";

type StartedConnection = { channel: ChannelDetail | null; authorize_url: string | null };
type FinishedConnection = { channel: ChannelDetail | null; choice: ConnectionChoice | null };

/** Timeout in ms for calls that wait for platforms: longer than the service's own timeout for a platform. */
const timeoutMs = 45_000;

/** Connects an account, or starts to: the answer then has the page on which the account's owner agrees. */
export async function connectAccount(input: unknown): Promise<Result<StartedConnection>> {
  const asked = api.connectAccount.body.safeParse(input);
  return asked.success
    ? (await getServiceClient()).connectAccount(asked.data, { timeoutMs })
    : toInputFailure(asked.error);
}

/** Passes on the platform's redirect parameters, and then the choice among several accounts. Each works once. */
export async function finishConnection(input: unknown): Promise<Result<FinishedConnection>> {
  const asked = api.finishConnection.body.safeParse(input);
  return asked.success
    ? (await getServiceClient()).finishConnection(asked.data, { timeoutMs })
    : toInputFailure(asked.error);
}

const platform = z.string().min(1).max(100);
const Platform = z.object({ platform });

export async function getPlatformApp(input: unknown): Promise<Result<PlatformApp>> {
  const asked = Platform.safeParse(input);
  return asked.success ? (await getServiceClient()).getPlatformApp(asked.data) : toInputFailure(asked.error);
}

const Keys = api.setPlatformApp.body.extend({ platform });
export async function setPlatformApp(input: unknown): Promise<Result<PlatformApp>> {
  const asked = Keys.safeParse(input);
  return asked.success ? (await getServiceClient()).setPlatformApp(asked.data) : toInputFailure(asked.error);
}

export async function removePlatformApp(input: unknown): Promise<Result<PlatformApp>> {
  const asked = Platform.safeParse(input);
  return asked.success ? (await getServiceClient()).removePlatformApp(asked.data) : toInputFailure(asked.error);
}

type SentTestPost = { channel: ChannelDetail; isNew: boolean };
/**
 * Posts a short text to the practice channel of a platform and connects one if this member can use none. Nobody outside
 * sees how the post looks there.
 */
export async function sendTestPost(input: unknown): Promise<Result<SentTestPost>> {
  const asked = z.object({ platform: z.enum(platforms.map(({ slug }) => slug)) }).safeParse(input);
  if (!asked.success) return toInputFailure(asked.error);
  const client = await getServiceClient();
  const listed = await client.listChannelDetails();
  if (listed.error) return listed;
  const { platform: slug } = asked.data;
  const twin = listed.ok.find((one) => one.practice && one.usable && one.platform === slug);
  const found = twin
    ? { ok: twin }
    : await client.connectChannel({ platform: slug, name: `Practice ${formatPlatformName(slug)}` });
  if (found.error) return found;
  const text = `A test of Postwright for ${formatPlatformName(slug)}, on ${new Date().toISOString().slice(0, 10)}. Nobody outside your organization sees it.`;
  const sent = await client.createPosts({ channels: [found.ok.id], text, points: 0 });
  return sent.error ? sent : { ok: { channel: found.ok, isNew: !twin } };
}
