import { PasskeysSection } from "#components/account/passkeys-section.tsx";
import { SignInProviderSection } from "#components/account/sign-in-provider-section.tsx";
import { TwoStepSection } from "#components/account/two-step-section.tsx";
import { Card } from "#components/ui/layout/card.tsx";
import { Banner } from "#components/ui/feedback/banner.tsx";
import { Section } from "#components/ui/layout/section.tsx";
import { callAsSignedIn, getSignInMethods } from "#lib/gateway/account/embedded-account-calls.ts";
import { getRequestDevice } from "#lib/session/request-device.ts";
import { getFlashMessage } from "#lib/session/provider-and-flash-cookies.ts";

/** How one signs in, beside a password. `isTold` when there is a sentence on how a way to the provider ended. */
export async function SignInSecurity({ isTold }: { isTold: boolean }) {
  const { provider: name } = getSignInMethods();
  const told = isTold ? await getFlashMessage() : null;
  const [passkeys, provider, device, twoStep] = await Promise.all([
    callAsSignedIn((embedded, session) => embedded.passkeys.list(session)),
    name === null ? null : callAsSignedIn((embedded, session) => embedded.provider?.connectedAt(session)),
    getRequestDevice(),
    callAsSignedIn((embedded, session) => embedded.twoStep.read(session)),
  ]);
  const now = new Date();
  return (
    <Section id="ways" title="Sign-in security" note="A second step after your password, and other ways to sign in.">
      <div className="grid gap-3.5">
        {told ? (
          <Banner tone="failed" role="alert">
            {told}
          </Banner>
        ) : null}
        {twoStep.ok ? <TwoStepSection first={twoStep.ok} now={now} /> : null}
        {passkeys.error ? (
          <Card>
            <p className="text-14 text-ink-2">{passkeys.error.message}</p>
          </Card>
        ) : (
          <PasskeysSection passkeys={passkeys.ok} now={now} device={device} />
        )}
        {name !== null && provider?.ok ? <SignInProviderSection name={name} at={provider.ok.at} now={now} /> : null}
      </div>
    </Section>
  );
}
