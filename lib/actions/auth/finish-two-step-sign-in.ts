"use server";
import { redirect } from "next/navigation";
import * as z from "zod";
import { readFormFields } from "#lib/actions/form-fields.ts";
import type { Failure } from "#lib/contract/errors.ts";
import { callAnonymously, getVisitor } from "#lib/gateway/account/call-embedded-service.ts";
import { toSafeRedirectPath } from "#lib/session/safe-redirect-path.ts";
import { clearSecondStep, getSecondStep } from "#lib/session/second-step-cookie.ts";
import { startSession } from "#lib/session/session.ts";

export type TwoStepSignInState = { failure: Failure | null };

const Form = z.object({ code: z.string().trim().min(1).max(1_000) });
const empty: Failure = { code: "invalid_request", message: "Enter the code.", status: 400, field: "code" };
const over: Failure = { code: "conflict", message: "This sign-in took too long. Sign in again.", status: 409 };

/** Finishes the second step of a sign-in with a code of the authenticator app or a recovery code. */
export async function finishTwoStepSignIn(_before: TwoStepSignInState, form: FormData): Promise<TwoStepSignInState> {
  const step = await getSecondStep();
  if (!step) return { failure: over };
  const asked = Form.safeParse(readFormFields(form));
  if (!asked.success) return { failure: empty };
  const visitor = await getVisitor();
  const opened = await callAnonymously(({ twoStep }) => twoStep.finish(step.ticket, asked.data.code, visitor));
  if (opened.error) return { failure: opened.error };
  await clearSecondStep();
  await startSession(opened.ok);
  redirect(toSafeRedirectPath(step.next));
}
