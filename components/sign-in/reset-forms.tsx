"use client";
import { Notice } from "#components/ui/notice";
import { askReset, type ResetState, useReset } from "#lib/actions/sign-in-reset";
import { Form, Line, passwordHint } from "./form.tsx";

const first: ResetState = { failure: null };

/** Asks for a letter. */
export function AskReset() {
  return (
    <Form act={askReset} first={first} hidden={{}} button="Send me a link" fields={[]}>
      {(_errorOf, { isAsked }) => (
        <>
          <Line label="E-mail" name="email" kind="email" complete="username" isFirst />
          {isAsked ? (
            <Notice role="status" title="Check your e-mail.">
              If there is an account with this address, we’ve sent it a link. It works once, for an hour.
            </Notice>
          ) : null}
        </>
      )}
    </Form>
  );
}

/** Sets the new password. */
export function NewPassword({ token, email }: { token: string; email: string }) {
  return (
    <Form act={useReset} first={first} hidden={{ token }} button="Set this password" fields={["password"]}>
      {(errorOf) => (
        <>
          {/* For the browser's own store of passwords: it keeps the new one with the right name. */}
          <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
          <Line
            label="New password"
            name="password"
            kind="password"
            complete="new-password"
            error={errorOf("password")}
            hint={passwordHint}
            isFirst
          />
        </>
      )}
    </Form>
  );
}
