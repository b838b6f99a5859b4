"use client";
import { signInByPassword } from "#lib/actions/auth/sign-in-with-password.ts";
import { Form, Line } from "./auth-form.tsx";

/** E-mail and password. The browser may offer a passkey in the first field. */
export function PasswordForm({ next }: { next: string }) {
  return (
    <Form act={signInByPassword} first={{ failure: null }} hidden={{ next }} button="Sign in" fields={[]}>
      {() => (
        <>
          <Line label="E-mail" name="email" kind="email" complete="username webauthn" isFirst />
          <Line label="Password" name="password" kind="password" complete="current-password" />
        </>
      )}
    </Form>
  );
}
