import { createHash, randomBytes } from "node:crypto";
import type { AccountSecret, AppCredentials, Platform, PlatformSignIn } from "#lib/service/channels/core/platform.ts";
import { createBlueskyPlatform } from "#lib/service/channels/platforms/bluesky/platform.ts";
import type { PeerProcess } from "#lib/service/channels/testing/peer-process.ts";
import { createTestIo } from "#lib/service/channels/testing/test-io.ts";
import type { TestAccount, TestAccountAccess } from "./account.ts";
import { giveConsent } from "./give-consent.ts";

export type OAuthFixture = ReturnType<typeof createOAuthFixture>;
type Server = { pds: PeerProcess; home: string };

export const publicOrigin = "https://postwright.social";
const backPath = "/channels/connected";

/**
 * Creates the platform with this server's own directories in place of the public ones, and the complete sign-in on it.
 */
export function createOAuthFixture({ pds, home }: Server) {
  const directories = { handles: String(pds.said["pds"]), accounts: String(pds.said["plc"]) };
  const platform: Platform = createBlueskyPlatform(directories);
  const { signIn } = platform;
  if (!signIn) throw new Error("no OAuth sign-in");
  const hosts = [home, directories.handles, directories.accounts].map((url) => new URL(url).host);
  const key = signIn.createKey();
  const app: AppCredentials = { clientId: "", clientSecret: key };
  const account = { channelId: "", username: "", remoteId: "", host: "", reportedLimits: {} };
  const none: AccountSecret = { access: "", refresh: null, accessEndsAt: null, more: {} };
  const { net } = createTestIo({ platform, account, secret: none, allow: hosts });
  const ownerOf = (owner: TestAccount) => ({ ...owner, password: "main" });

  /** Signs in as an application at `origin`. */
  async function connect(owner: TestAccount, origin = publicOrigin) {
    const client = (signIn as PlatformSignIn).client({ origin, backPath });
    if ("missing" in client) throw new Error(client.missing);
    const json = (signIn as PlatformSignIn).document.create(client, { origin, key });
    if (json) await pds.command("document", { url: client.clientId, json });
    const verifier = randomBytes(32).toString("base64url");
    const challenge = createHash("sha256").update(verifier).digest("base64url");
    const begun = await (signIn as PlatformSignIn).begin(
      { account: owner.handle, state: "the-state", challenge, client, key },
      net,
    );
    if ("problem" in begun) throw new Error(begun.problem);
    const back = await giveConsent(begun.url, ownerOf(owner), directories.handles);
    const code = back.searchParams.get("code") ?? "";
    const issuer = back.searchParams.get("iss");
    const at = { pending: begun.pending, code, issuer, verifier, client, key };
    return { back, begun, at, connected: await (signIn as PlatformSignIn).finish(at, net) };
  }

  async function give(owner: TestAccount): Promise<TestAccountAccess> {
    const { connected } = await connect(owner);
    if ("problem" in connected) throw new Error(connected.problem);
    const { secret, profile } = connected;
    return { secret, app, host: profile.host, hostPort: new URL(home).host };
  }

  return { platform, signIn, directories, hosts, key, app, net, connect, give, ownerOf };
}
