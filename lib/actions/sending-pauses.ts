"use server";
import * as z from "zod";
import { NewSendingPause, ResumeSendingInput } from "#lib/contract/endpoints/sending-pauses.ts";
import type { Result } from "#lib/contract/errors.ts";
import type { OverduePost, ResumedSending, StartedPause } from "#lib/contract/types.ts";
import { getServiceClient } from "#lib/gateway/service-client.ts";
import { toInputFailure } from "./input-failure.ts";

const Pause = z.object({ id: z.string().min(1).max(200) });

/** Pauses all sending, or the sending on one channel. */
export async function pauseSending(input: unknown): Promise<Result<StartedPause>> {
  const asked = NewSendingPause.safeParse(input);
  return asked.success ? (await getServiceClient()).pauseSending(asked.data) : toInputFailure(asked.error);
}

/** Lists the posts that were due during a pause: at most 100, the earliest first. */
export async function listOverduePosts(input: unknown): Promise<Result<OverduePost[]>> {
  const asked = Pause.safeParse(input);
  return asked.success ? (await getServiceClient()).listOverduePosts(asked.data) : toInputFailure(asked.error);
}

const Resume = ResumeSendingInput.extend(Pause.shape);
/** Lifts a pause. The input says what becomes of the posts that were due meanwhile. */
export async function resumeSending(input: unknown): Promise<Result<ResumedSending>> {
  const asked = Resume.safeParse(input);
  return asked.success ? (await getServiceClient()).resumeSending(asked.data) : toInputFailure(asked.error);
}
