"use client";
import { acceptInvitation, acceptInvitationAsSignedIn } from "#lib/actions/auth/accept-invitation.ts";
import { AuthForm, AuthFormField, passwordHint } from "./auth-form.tsx";

type JoinFormProps = { token: string; organization: string; email: string | null };

/** Joins a new person: name, e-mail, password. */
export function JoinForm({ token, organization, email }: JoinFormProps) {
  const fields = ["name", "email", "password"];
  return (
    <AuthForm
      act={acceptInvitation}
      first={{ failure: null }}
      hidden={{ token }}
      button={`Join ${organization}`}
      fields={fields}
      findErrors={findErrors}
    >
      {(errorOf) => (
        <>
          <AuthFormField label="Your name" name="name" kind="text" complete="name" error={errorOf("name")} isFirst />
          <AuthFormField
            label="E-mail"
            name="email"
            kind="email"
            complete="username"
            error={errorOf("email")}
            value={email ?? undefined}
          />
          <AuthFormField
            label="Password"
            name="password"
            kind="password"
            complete="new-password"
            error={errorOf("password")}
            hint={passwordHint}
          />
        </>
      )}
    </AuthForm>
  );
}

function findErrors(form: FormData): Record<string, string> {
  const read = (name: string) => String(form.get(name) ?? "").trim();
  return {
    ...(read("name") === "" && { name: "Enter your name." }),
    ...(!/^\S+@\S+\.\S+$/.test(read("email")) && { email: "Enter a valid e-mail address." }),
    ...(String(form.get("password") ?? "").length < 10 && { password: "Use at least 10 characters." }),
  };
}

/** Joins the signed-in person with one button. */
export function JoinAsCurrentUserForm({ token, organization }: { token: string; organization: string }) {
  return (
    <AuthForm
      act={acceptInvitationAsSignedIn}
      first={{ failure: null }}
      hidden={{ token }}
      button={`Join ${organization}`}
      fields={[]}
    >
      {() => null}
    </AuthForm>
  );
}
