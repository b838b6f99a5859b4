"use server";
import * as z from "zod";
import { readFormFields } from "#lib/actions/form-fields.ts";
import type { Failure } from "#lib/contract/errors.ts";
import { runFirstSetup } from "#lib/gateway/account/first-setup.ts";
import { startSession } from "#lib/session/session.ts";
import { countFailedSignIn, getSignInWaitSeconds } from "#lib/session/sign-in-throttle.ts";

/** `key` is the first API key, shown only once. */
export type FirstSetupState = { key: string | null; failure: Failure | null };

const Form = z.object({
  token: z.string().max(200),
  organization: z.string().trim().min(1, "Enter a name for the organization.").max(100, "At most 100 characters."),
  name: z.string().trim().min(1, "Enter your name.").max(100, "At most 100 characters."),
  email: z.email("Enter a valid e-mail address.").max(254),
});

/** Creates the organization, its first member and key from the one-time link, and signs that member in. */
export async function submitFirstSetup(_before: FirstSetupState, form: FormData): Promise<FirstSetupState> {
  const refuse = (failure: Failure): FirstSetupState => ({ key: null, failure });
  const seconds = await getSignInWaitSeconds();
  if (seconds !== null) {
    const message = `Too many invalid links. Try again in ${Math.ceil(seconds / 60)} min.`;
    return refuse({ code: "rate_limited", message, status: 429, retryAfterSeconds: seconds });
  }
  const asked = Form.safeParse(readFormFields(form));
  if (!asked.success) {
    const issue = asked.error.issues[0];
    const field = issue?.path.join(".");
    return refuse({ code: "invalid_request", message: issue?.message ?? "", status: 400, field });
  }
  const made = await runFirstSetup(asked.data);
  if (!made) {
    return refuse({
      code: "not_found",
      message: "This dashboard uses a remote service. Set up the organization there.",
      status: 404,
    });
  }
  if ("error" in made) {
    if (made.error.code === "forbidden") await countFailedSignIn();
    return refuse({ ...made.error, status: null });
  }
  await startSession(made.ok.session);
  return { key: made.ok.key, failure: null };
}
