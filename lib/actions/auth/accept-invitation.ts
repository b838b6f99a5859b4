"use server";
import { redirect } from "next/navigation";
import * as z from "zod";
import type { Failure } from "#lib/contract/errors.ts";
import { asNobody, asSelf, readVisitor } from "#lib/gateway/account/embedded-account-calls.ts";
import { startSession } from "#lib/session/session.ts";

export type JoinState = { failure: Failure | null };

const text = z.string().max(10_000);
const Form = z.object({ token: z.string().max(200), name: text, email: text, password: text });
const One = z.object({ token: z.string().max(200) });
const incomplete: Failure = { code: "invalid_request", message: "Fill in every field.", status: 400 };

/** A new person uses their invitation, and is signed in. */
export async function join(_before: JoinState, form: FormData): Promise<JoinState> {
  const asked = Form.safeParse(Object.fromEntries(form));
  if (!asked.success) return { failure: incomplete };
  const { token, ...person } = asked.data;
  const visitor = await readVisitor();
  const opened = await asNobody(({ accounts }) => accounts.join(token, person, visitor));
  if (opened.error) return { failure: opened.error };
  await startSession(opened.ok);
  redirect("/");
}

/** Who is signed in uses theirs, and goes on in the new organization. */
export async function joinAsSelf(_before: JoinState, form: FormData): Promise<JoinState> {
  const asked = One.safeParse(Object.fromEntries(form));
  if (!asked.success) return { failure: incomplete };
  const visitor = await readVisitor();
  const opened = await asSelf(({ accounts }, session) => accounts.joinAs(session, asked.data.token, visitor));
  if (opened.error) return { failure: opened.error };
  await startSession(opened.ok);
  redirect("/");
}
