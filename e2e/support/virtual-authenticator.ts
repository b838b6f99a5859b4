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
 * Adds the browser's own software authenticator, which verifies its user and stores its passkeys.
 * @returns functions that remove the authenticator, and bring it back with the same passkeys
 */
export async function plugInVirtualAuthenticator(page: Page) {
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
