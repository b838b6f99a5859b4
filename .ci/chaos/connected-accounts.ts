import type { ChannelDetail } from "#lib/contract/types.ts";
import type { ApiClient } from "./api-client.ts";
import type { PeerAccount, PlatformFixture } from "./platform-fixture.ts";

/** What the service has to know to reach the peers and nobody else. */
export function getServiceEnvironment(stands: readonly PlatformFixture[], origin: string): Record<string, string> {
  return {
    ...Object.assign({}, ...stands.map(({ settings }) => settings)),
    PUBLIC_URL: origin,
    // The installation itself too: one platform comes for its images.
    OUTBOUND_ALLOW: [...stands.flatMap(({ hosts }) => hosts), new URL(origin).host].join(),
    X_CLIENT_ID: "the-client",
    X_CLIENT_SECRET: "the-secret",
    LINKEDIN_CLIENT_ID: "app",
    LINKEDIN_CLIENT_SECRET: "app-secret",
    THREADS_CLIENT_ID: "app",
    THREADS_CLIENT_SECRET: "app-secret",
    INSTAGRAM_CLIENT_ID: "app",
    INSTAGRAM_CLIENT_SECRET: "app-secret",
    FACEBOOK_CLIENT_ID: "app",
    FACEBOOK_CLIENT_SECRET: "app-secret",
  };
}

type StartedConnection = { channel: ChannelDetail | null; authorize_url: string | null };
type FinishedConnection = {
  channel: ChannelDetail | null;
  choice: { state: string; accounts: { id: string; channel: string | null }[] } | null;
};

/** As a member does it: by a form, or by walking through the platform's own page. @throws when it is refused */
export async function connectAccount(
  desk: ApiClient,
  account: PeerAccount,
  channelId?: string,
): Promise<ChannelDetail> {
  const { platform, begin, sayYes } = account;
  const body = { platform, ...begin, ...(channelId !== undefined && { channel_id: channelId }) };
  const begun = await desk.need<StartedConnection>("POST", "/channels/connections", body);
  if (begun.channel) return begun.channel;
  const answered = await sayYes(new URL(begun.authorize_url ?? ""));
  const finish = (answer: object) => desk.need<FinishedConnection>("POST", "/channels/connections/finish", answer);
  let { channel, choice } = await finish(answered);
  if (choice) {
    // The account that is connected already, or the first of those that the sign-in gave access to.
    const picked = choice.accounts.find((one) => one.channel !== null) ?? choice.accounts[0];
    ({ channel, choice } = await finish({ state: choice.state, account: picked?.id }));
  }
  if (!channel) throw new Error(`${platform}: no account was connected.`);
  return channel;
}

/** The accounts of a run by the channels that they became, and how often each was connected again. */
export class ConnectedAccounts {
  readonly #accounts = new Map<string, PeerAccount>();
  readonly #again = new Map<PeerAccount, number>();

  async connectAll(desk: ApiClient, stands: readonly PlatformFixture[]): Promise<void> {
    for (const account of stands.flatMap(({ accounts }) => accounts)) {
      this.#accounts.set((await connectAccount(desk, account)).id, account);
    }
  }

  /** What was signed out meanwhile is connected anew; what can't be just now is tried again by who calls. */
  async connectAgain(desk: ApiClient): Promise<void> {
    const heard = await desk.ask<ChannelDetail[]>("GET", "/channels/details");
    if (heard.type !== "done") return;
    for (const { id, state } of heard.data) {
      const account = this.#accounts.get(id);
      if (state !== "reconnect" || !account) continue;
      const again = await connectAccount(desk, account, id).catch(() => null);
      if (again) this.#again.set(account, this.timesAgain(account) + 1);
    }
  }

  timesAgain(account: PeerAccount): number {
    return this.#again.get(account) ?? 0;
  }

  /** Null for a practice channel, which is connected from the start. */
  accountOf({ id }: { id: string }): PeerAccount | null {
    return this.#accounts.get(id) ?? null;
  }

  /** As the table names it. */
  nameOf(channel: { id: string; platform: string }): string {
    return this.accountOf(channel)?.name ?? `practice ${channel.platform}`;
  }
}
