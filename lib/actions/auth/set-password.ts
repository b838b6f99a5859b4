"use server";
import * as z from "zod";
import { toInputFailure } from "#lib/actions/input-failure.ts";
import type { Result } from "#lib/contract/errors.ts";
import { callAsSignedIn, getVisitor } from "#lib/gateway/account/call-embedded-service.ts";

const Password = z.object({
  current: z.string().max(10_000),
  password: z.string().max(10_000, "At most 256 characters."),
});

/** Sets the password of the signed-in person. */
export async function setPassword(input: unknown): Promise<Result<{ set: true }>> {
  const asked = Password.safeParse(input);
  if (!asked.success) return toInputFailure(asked.error);
  const visitor = await getVisitor();
  const done = await callAsSignedIn(({ accounts }, session) => accounts.setPassword(session, asked.data, visitor));
  return done.error ? { error: done.error } : { ok: { set: true } };
}
