"use server";
import { redirect } from "next/navigation";
import * as z from "zod";
import { readFormFields } from "#lib/actions/form-fields.ts";
import type { Failure } from "#lib/contract/errors.ts";
import { callForSignIn, getPageAfterSignIn, getVisitor } from "#lib/gateway/account/call-embedded-service.ts";
import { toSafeRedirectPath } from "#lib/session/safe-redirect-path.ts";
import { saveSecondStep } from "#lib/session/second-step-cookie.ts";
import { startSession } from "#lib/session/session.ts";

export type PasswordSignInState = { failure: Failure | null };

const Form = z.object({ email: z.string(), password: z.string(), next: z.string().max(2_000).nullish() });

const incomplete: Failure = { code: "invalid_request", message: "Enter your e-mail and password.", status: 400 };

/** Signs in with e-mail and password and goes to `next`. The service limits failed attempts. */
export async function signInWithPassword(_before: PasswordSignInState, form: FormData): Promise<PasswordSignInState> {
  const asked = Form.safeParse(readFormFields(form));
  if (!asked.success) return { failure: incomplete };
  const { email, password, next } = asked.data;
  const visitor = await getVisitor();
  const opened = await callForSignIn(({ accounts }) => accounts.signIn({ email, password }, visitor));
  if (opened.step) {
    await saveSecondStep({ ticket: opened.step.ticket, next: toSafeRedirectPath(next) });
    redirect("/sign-in/code");
  }
  if (opened.error) return { failure: opened.error };
  await startSession(opened.ok);
  redirect(await getPageAfterSignIn(opened.ok, toSafeRedirectPath(next)));
}
