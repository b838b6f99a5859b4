"use client";
import { join, joinAsSelf } from "#lib/actions/auth/accept-invitation.ts";
import { Form, Line, passwordHint } from "./auth-form.tsx";

type JoinFormProps = { token: string; organization: string; email: string | null };

/** A new person: name, e-mail, password. */
export function JoinForm({ token, organization, email }: JoinFormProps) {
  const fields = ["name", "email", "password"];
  return (
    <Form act={join} first={{ failure: null }} hidden={{ token }} button={`Join ${organization}`} fields={fields}>
      {(errorOf) => (
        <>
          <Line label="Your name" name="name" kind="text" complete="name" error={errorOf("name")} isFirst />
          <Line
            label="E-mail"
            name="email"
            kind="email"
            complete="username"
            error={errorOf("email")}
            value={email ?? undefined}
          />
          <Line
            label="Password"
            name="password"
            kind="password"
            complete="new-password"
            error={errorOf("password")}
            hint={passwordHint}
          />
        </>
      )}
    </Form>
  );
}

/** Who is signed in already: one button. */
export function JoinAsSelf({ token, organization }: { token: string; organization: string }) {
  return (
    <Form act={joinAsSelf} first={{ failure: null }} hidden={{ token }} button={`Join ${organization}`} fields={[]}>
      {() => null}
    </Form>
  );
}
