"use server";
import * as z from "zod";
import { api } from "#lib/contract/api.ts";
import type { Result } from "#lib/contract/errors.ts";
import type { ChannelDetail, ChannelTest } from "#lib/contract/types.ts";
import { getServiceClient } from "#lib/gateway/service-client.ts";
import { toInputFailure } from "./input-failure.ts";

const id = z.string().min(1).max(200);
const One = z.object({ id });

export async function connectPracticeChannel(input: unknown): Promise<Result<ChannelDetail>> {
  const asked = api.connectChannel.body.safeParse(input);
  return asked.success ? (await getServiceClient()).connectChannel(asked.data) : toInputFailure(asked.error);
}

const Change = api.changeChannel.body.extend({ id });
/** Changes a channel's name or the members who may use it. */
export async function updateChannel(input: unknown): Promise<Result<ChannelDetail>> {
  const asked = Change.safeParse(input);
  return asked.success ? (await getServiceClient()).changeChannel(asked.data) : toInputFailure(asked.error);
}

export async function reconnectChannel(input: unknown): Promise<Result<ChannelDetail>> {
  const asked = One.safeParse(input);
  return asked.success ? (await getServiceClient()).reconnectChannel(asked.data) : toInputFailure(asked.error);
}

const Disconnect = api.disconnectChannel.body.extend({ id });
/** Disconnects a channel; the input says what happens to posts planned for it. */
export async function disconnectChannel(
  input: unknown,
): Promise<Result<{ id: string; disconnected: boolean; canceled: number; moved: number }>> {
  const asked = Disconnect.safeParse(input);
  return asked.success ? (await getServiceClient()).disconnectChannel(asked.data) : toInputFailure(asked.error);
}

/** Longer than a test of the service takes. */
const testTimeoutMs = 75_000;

/** Posts a test as the account and takes it down again. */
export async function testChannel(input: unknown): Promise<Result<ChannelTest>> {
  const asked = One.safeParse(input);
  return asked.success
    ? (await getServiceClient()).testChannel(asked.data, { timeoutMs: testTimeoutMs })
    : toInputFailure(asked.error);
}
