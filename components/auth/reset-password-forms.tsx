"use client";
import { Checkbox } from "#components/ui/controls/checkbox.tsx";
import { Banner } from "#components/ui/feedback/banner.tsx";
import { type ResetPasswordState, requestPasswordReset, resetPassword } from "#lib/actions/auth/reset-password.ts";
import { usePreferences } from "#lib/queries/preferences-context.ts";
import { AuthForm, AuthFormField, passwordHint } from "./auth-form.tsx";
import { type AccountCredential, describeCredential } from "./credential-labels.ts";

const first: ResetPasswordState = { failure: null };

/** Requests an e-mail with a reset link. */
export function RequestResetForm() {
  return (
    <AuthForm act={requestPasswordReset} first={first} hidden={{}} button="Send me a link" fields={[]}>
      {(_errorOf, { isAsked }) => (
        <>
          <AuthFormField label="E-mail" name="email" kind="email" complete="username" isFirst />
          {isAsked ? (
            <Banner role="status" title="Check your e-mail.">
              If there is an account with this address, we've sent it a link. It works once, for an hour.
            </Banner>
          ) : null}
        </>
      )}
    </AuthForm>
  );
}

type NewPasswordProps = {
  token: string;
  email: string;
  /** Null for a link that did not come by e-mail: such a reset removes nothing. */
  review: {
    wasConfirmed: boolean;
    hasTwoStep: boolean;
    credentials: readonly AccountCredential[];
  } | null;
  now: Date;
};

/** Sets the new password and removes every credential that the person did not tick. */
export function NewPasswordForm({ token, email, review, now }: NewPasswordProps) {
  const { zone } = usePreferences();
  const credentials = review?.credentials.map((credential) => describeCredential(credential, { now, zone })) ?? [];
  return (
    <AuthForm act={resetPassword} first={first} hidden={{ token }} button="Set this password" fields={["password"]}>
      {(errorOf, { keep = [] }) => (
        <>
          {/* Password managers store the new password under this username. */}
          <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
          <AuthFormField
            label="New password"
            name="password"
            kind="password"
            complete="new-password"
            error={errorOf("password")}
            hint={passwordHint}
            isFirst
          />
          {review && credentials.length > 0 ? (
            <CredentialsField credentials={credentials} wasConfirmed={review.wasConfirmed} keep={keep} />
          ) : null}
          {review?.hasTwoStep ? (
            <p className="text-14 text-ink-2">
              Two-step verification stays on. You need a code from your authenticator app, or a recovery code, to sign
              in.
            </p>
          ) : null}
          {review ? null : (
            <p className="text-14 text-ink-2">
              Passkeys, API keys and the calendar feed of this account keep working. You can remove them on your profile
              and in the settings.
            </p>
          )}
        </>
      )}
    </AuthForm>
  );
}

type CredentialsFieldProps = {
  credentials: readonly { id: string; title: string; facts: string }[];
  /** True when somebody has already proven that they read mail at this address. */
  wasConfirmed: boolean;
  /** Ids that were ticked when the form was last submitted. */
  keep: readonly string[];
};

/** Lists the account's other credentials. Only ticked ones survive the reset. */
function CredentialsField({ credentials, wasConfirmed, keep }: CredentialsFieldProps) {
  return (
    <fieldset className="grid gap-2.5 border-t pt-4" aria-describedby="credentials-note">
      <legend className="float-left text-15 font-semibold">What else can access this account</legend>
      <p id="credentials-note" className="clear-both text-14 text-ink-2">
        Setting the password removes all of these. Select what you added yourself and want to keep. Programs with a
        removed API key stop working; scheduled posts are still published.
      </p>
      {wasConfirmed ? null : (
        <Banner tone="gold">
          This e-mail address was never confirmed. If someone else may have created this account, keep nothing.
        </Banner>
      )}
      <ul className="grid divide-y rounded-card border">
        {credentials.map(({ id, title, facts }) => (
          <li key={id} className="flex items-center gap-3 px-3 py-2.5">
            <div className="min-w-0 flex-1">
              <p className="text-14 font-medium wrap-anywhere">{title}</p>
              <p className="text-13 text-ink-3 wrap-anywhere">{facts}</p>
            </div>
            <Checkbox name="keep" value={id} defaultChecked={keep.includes(id)} aria-label={`Keep ${title}`}>
              Keep
            </Checkbox>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
