import type { Page } from "playwright/test";

const options = {
  protocol: "ctap2",
  transport: "internal",
  hasResidentKey: true,
  hasUserVerification: true,
  isUserVerified: true,
  automaticPresenceSimulation: true,
} as const;

/**
 * The browser's own authenticator in software: it verifies its user and keeps what it makes.
 * @returns takes the authenticator away, and brings it back with the same passkeys
 */
export async function plugIn(page: Page) {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("WebAuthn.enable");
  const add = async () => (await cdp.send("WebAuthn.addVirtualAuthenticator", { options })).authenticatorId;
  let authenticatorId = await add();
  let { credentials } = await cdp.send("WebAuthn.getCredentials", { authenticatorId });
  return {
    async remove() {
      ({ credentials } = await cdp.send("WebAuthn.getCredentials", { authenticatorId }));
      await cdp.send("WebAuthn.removeVirtualAuthenticator", { authenticatorId });
    },
    async restore() {
      authenticatorId = await add();
      for (const credential of credentials) await cdp.send("WebAuthn.addCredential", { authenticatorId, credential });
    },
  };
}
