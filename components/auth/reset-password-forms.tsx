"use client";
import { Banner } from "#components/ui/feedback/banner.tsx";
import { type ResetPasswordState, requestPasswordReset, resetPassword } from "#lib/actions/auth/reset-password.ts";
import { AuthForm, AuthFormField, passwordHint } from "./auth-form.tsx";
import { type AccountCredential, describeCredential } from "./credential-labels.ts";
import { CredentialsField } from "./credentials-field.tsx";

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
              If there is an account with this address, we’ve sent it a link. It works once, for an hour.
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
  const credentials = review?.credentials.map((credential) => describeCredential(credential, now)) ?? [];
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
