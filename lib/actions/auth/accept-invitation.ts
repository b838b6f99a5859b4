"use server";
import { redirect } from "next/navigation";
import * as z from "zod";
import { readFormFields } from "#lib/actions/form-fields.ts";
import type { Failure } from "#lib/contract/errors.ts";
import { callAnonymously, callAsSignedIn, getVisitor } from "#lib/gateway/account/call-embedded-service.ts";
import { startSession } from "#lib/session/session.ts";

export type AcceptInvitationState = { failure: Failure | null };

const text = z.string().max(10_000);
const Form = z.object({ token: z.string().max(200), name: text, email: text, password: text });
const One = z.object({ token: z.string().max(200) });
const incomplete: Failure = { code: "invalid_request", message: "Fill in every field.", status: 400 };

/** Lets a new person accept their invitation and signs them in. */
export async function acceptInvitation(_before: AcceptInvitationState, form: FormData): Promise<AcceptInvitationState> {
  const asked = Form.safeParse(readFormFields(form));
  if (!asked.success) return { failure: incomplete };
  const { token, ...person } = asked.data;
  const visitor = await getVisitor();
  const opened = await callAnonymously(({ accounts }) => accounts.join(token, person, visitor));
  if (opened.error) return { failure: opened.error };
  await startSession(opened.ok);
  redirect("/");
}

/** Lets a signed-in person accept their invitation and switches to the new organization. */
export async function acceptInvitationAsSignedIn(
  _before: AcceptInvitationState,
  form: FormData,
): Promise<AcceptInvitationState> {
  const asked = One.safeParse(readFormFields(form));
  if (!asked.success) return { failure: incomplete };
  const visitor = await getVisitor();
  const opened = await callAsSignedIn(({ accounts }, session) => accounts.joinAs(session, asked.data.token, visitor));
  if (opened.error) return { failure: opened.error };
  await startSession(opened.ok);
  redirect("/");
}
