import { Secret, TOTP } from "otpauth";
import type { OpenedSession } from "#lib/embedded-service.ts";
import type { AccountFixture } from "./account-fixture.ts";
import { testVisitor } from "./account-fixture.ts";

/** An authenticator app in a test, with the service's clock. */
export type TestAuthenticatorApp = { code: (offset?: number) => string; recoveryCodes: string[] };

/**
 * Turns two-step verification on for the account of a session, and moves the clock past the time step of the first
 * code.
 */
export async function turnOnTwoStep(fixture: AccountFixture, session: OpenedSession): Promise<TestAuthenticatorApp> {
  const begun = (await fixture.twoStep.begin(session)).ok;
  if (!begun) throw new Error("not begun");
  const totp = new TOTP({ secret: Secret.fromBase32(begun.secret) });
  const code = (offset = 0) => totp.generate({ timestamp: fixture.service.clock.now().getTime() + offset * 30_000 });
  const turned = await fixture.twoStep.turnOn(session, code(), testVisitor);
  if (!turned.ok) throw new Error(turned.error.message);
  fixture.service.clock.add(30_000);
  return { code, recoveryCodes: turned.ok.codes };
}
