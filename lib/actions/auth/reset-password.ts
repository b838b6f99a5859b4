"use server";
import { redirect } from "next/navigation";
import * as z from "zod";
import { readFormFields } from "#lib/actions/form-fields.ts";
import type { Failure } from "#lib/contract/errors.ts";
import { callAnonymously, getVisitor } from "#lib/gateway/account/call-embedded-service.ts";
import { getPasswordSupport } from "#lib/gateway/account/own-account.ts";
import { endSession } from "#lib/session/session.ts";

export type ResetPasswordState = {
  failure: Failure | null;
  isAsked?: boolean;
  /** The ids of ticked credentials, for a browser without scripts: its page is rendered again. */
  keep?: readonly string[];
};

const Asked = z.object({ email: z.string().trim().min(1).max(10_000) });
const Used = z.object({
  token: z.string().max(200),
  password: z.string().max(10_000),
  keep: z.array(z.string().max(100)).max(10_000),
});
const createInputFailure = (message: string): ResetPasswordState => ({
  failure: { code: "invalid_request", message, status: 400 },
});

/** Sends a reset e-mail. The answer is the same for an unknown address. */
export async function requestPasswordReset(_before: ResetPasswordState, form: FormData): Promise<ResetPasswordState> {
  const asked = Asked.safeParse(readFormFields(form));
  if (!asked.success) return createInputFailure("Enter your e-mail address.");
  if (!getPasswordSupport().letters)
    return createInputFailure("This server can't send e-mail. Ask an administrator for a reset link.");
  const visitor = await getVisitor();
  await callAnonymously(async ({ accounts }) => ({ ok: accounts.askReset(asked.data.email, visitor) }));
  return { failure: null, isAsked: true };
}

/**
 * Sets a new password by a reset link. Every session ends, in this browser too; people then sign in with the new
 * password.
 */
export async function resetPassword(_before: ResetPasswordState, form: FormData): Promise<ResetPasswordState> {
  const asked = Used.safeParse(readFormFields(form, ["keep"]));
  if (!asked.success) return createInputFailure("Use at most 256 characters.");
  const { token, ...input } = asked.data;
  const visitor = await getVisitor();
  const came = await callAnonymously(({ accounts }) => accounts.reset(token, input, visitor));
  if (came.error) return { failure: came.error, keep: input.keep };
  await endSession();
  redirect("/sign-in?reset=1");
}
