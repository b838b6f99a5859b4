"use server";
import { redirect } from "next/navigation";
import * as z from "zod";
import { readFormFields } from "#lib/actions/form-fields.ts";
import type { Failure } from "#lib/contract/errors.ts";
import { getVisitor } from "#lib/gateway/account/call-embedded-service.ts";
import { createServiceClient } from "#lib/gateway/service-client.ts";
import { isEmbeddedService } from "#lib/gateway/service-location.ts";
import { toSafeRedirectPath } from "#lib/session/safe-redirect-path.ts";
import { startSession } from "#lib/session/session.ts";
import { countFailedSignIn, getSignInWaitSeconds } from "#lib/session/sign-in-throttle.ts";

export type KeySignInState = { failure: Failure | null };

// A key becomes a header, so anything but printable ASCII is no key.
const Form = z.object({
  key: z
    .string()
    .trim()
    .regex(/^[\x21-\x7e]{1,500}$/),
  next: z.string().max(2_000).nullish(),
});

const unknownKey: Failure = {
  code: "unauthorized",
  message:
    "This key can't sign you in. It is unknown, revoked or limited to certain addresses. Check that you copied all of it.",
  status: 401,
};

const boundKey: Failure = {
  code: "unauthorized",
  message:
    "This key is limited to certain addresses, so it can't sign you in. It still works in programs. Sign in another way or use a key that works from everywhere.",
  status: 401,
};

async function isKeyAccepted(key: string): Promise<boolean> {
  if (!isEmbeddedService()) return false;
  const { address } = await getVisitor();
  return (await createServiceClient(key, null, address).getMe()).ok !== undefined;
}

/** Signs in with an API key and goes to `next`. Attempts are limited per address, so that nobody can guess keys. */
export async function signInWithKey(_before: KeySignInState, form: FormData): Promise<KeySignInState> {
  const seconds = await getSignInWaitSeconds();
  if (seconds !== null) {
    const message = `Too many invalid keys. Try again in ${Math.ceil(seconds / 60)} min.`;
    return { failure: { code: "rate_limited", message, status: 429, retryAfterSeconds: seconds } };
  }
  const asked = Form.safeParse(readFormFields(form));
  if (!asked.success) {
    await countFailedSignIn();
    return { failure: unknownKey };
  }
  const me = await createServiceClient(asked.data.key, null).getMe();
  if (me.error?.code === "unauthorized") {
    // Only a caller at an allowed address learns that the key is bound; elsewhere the answer is the one for an unknown
    // key.
    if (await isKeyAccepted(asked.data.key)) return { failure: boundKey };
    await countFailedSignIn();
    return { failure: unknownKey };
  }
  if (me.error) return { failure: me.error };
  if (!(await startSession(asked.data.key))) return { failure: unknownKey };
  redirect(toSafeRedirectPath(asked.data.next));
}
