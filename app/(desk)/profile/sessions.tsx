import { PasswordSection } from "#components/account/password-section.tsx";
import { SessionsSection } from "#components/account/sessions-section.tsx";
import { Card } from "#components/ui/layout/card.tsx";
import { Section } from "#components/ui/layout/section.tsx";
import { readOwnAccount } from "#lib/gateway/account/own-account.ts";
import { getServiceClient } from "#lib/gateway/service-client.ts";

/** One's password, and where one is signed in. */
export async function PasswordAndSessions({ email }: { email: string }) {
  const client = await getServiceClient();
  const [own, sessions] = await Promise.all([readOwnAccount(), client.listSessions()]);
  return (
    <Section
      id="sessions"
      title="Password and sessions"
      note="Anyone with your password or an open session can act as you."
    >
      <div className="grid gap-3.5">
        {own ? (
          <PasswordSection standing={own.standing} hasPassword={own.hasPassword} email={own.email ?? email} />
        ) : null}
        {sessions.error ? (
          <Card title="Where you are signed in">
            <p className="text-14 text-ink-2">{sessions.error.message}</p>
          </Card>
        ) : (
          <SessionsSection sessions={sessions.ok} now={new Date()} />
        )}
      </div>
    </Section>
  );
}
