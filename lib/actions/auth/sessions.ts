"use server";
import * as z from "zod";
import { toInputFailure } from "#lib/actions/input-failure.ts";
import type { Result } from "#lib/contract/errors.ts";
import { getServiceClient } from "#lib/gateway/service-client.ts";

const Id = z.string().max(100);

export async function endOtherSession(input: unknown): Promise<Result<{ id: string; ended: boolean }>> {
  const asked = Id.safeParse(input);
  if (!asked.success) return toInputFailure(asked.error);
  return (await getServiceClient()).endSession({ id: asked.data });
}

export async function endOtherSessions(): Promise<Result<{ ended: number }>> {
  return (await getServiceClient()).endAllSessions({ keep_current: true });
}
