import type { ChannelDetail } from "../../lib/contract/types.ts";
import type { Desk } from "./desk.ts";
import type { Stand } from "./peers.ts";

/** What the service has to know to reach the peers and nobody else. */
export function environmentOf(stands: readonly Stand[], origin: string): Record<string, string> {
  const urls = Object.fromEntries(
    stands
      .filter(({ slug }) => !["bluesky", "mastodon"].includes(slug))
      .map(({ slug, url }) => [`${slug.toUpperCase()}_API_URL`, url]),
  );
  return {
    ...urls,
    PUBLIC_URL: origin,
    // The installation itself too: one platform comes for its images.
    OUTBOUND_ALLOW: [...stands.map(({ hostPort }) => hostPort), new URL(origin).host].join(),
    ...{ X_CLIENT_ID: "the-client", X_CLIENT_SECRET: "the-secret" },
    ...{ LINKEDIN_CLIENT_ID: "app", LINKEDIN_CLIENT_SECRET: "app-secret" },
    ...{ THREADS_CLIENT_ID: "app", THREADS_CLIENT_SECRET: "app-secret" },
  };
}

type Begun = { channel: ChannelDetail | null; authorize_url: string | null };

/** As a member does it: by a form, or by walking through the platform's own page. @throws when it is refused */
export async function connect(desk: Desk, stand: Stand, channelId?: string): Promise<ChannelDetail> {
  const at = stand.connect;
  const body = {
    platform: stand.slug,
    ...("values" in at ? { values: at.values } : at.host !== undefined && { host: at.host }),
    ...(channelId !== undefined && { channel_id: channelId }),
  };
  const begun = await desk.need<Begun>("POST", "/channels/connections", body);
  if (begun.channel) return begun.channel;
  const page = new URL(begun.authorize_url ?? "");
  const back = "code" in at && at.code !== undefined ? { code: at.code } : await sayYes(page);
  const state = page.searchParams.get("state") ?? "";
  const finished = await desk.need<{ channel: ChannelDetail }>("POST", "/channels/connections/finish", {
    state,
    ...back,
  });
  return finished.channel;
}

/** The platform's page sends whoever says yes back with a code. */
async function sayYes(page: URL): Promise<{ code: string }> {
  const answer = await fetch(page, { redirect: "manual" });
  const location = answer.headers.get("location");
  if (location === null) throw new Error(`${page.host} did not send us back: ${answer.status} ${await answer.text()}`);
  return { code: new URL(location).searchParams.get("code") ?? "" };
}

/** What was signed out meanwhile is connected anew; what can't be just now is tried again by who calls. */
export async function connectAgain(desk: Desk, stands: readonly Stand[]): Promise<number> {
  const heard = await desk.ask<ChannelDetail[]>("GET", "/channels/details");
  if (heard.is !== "done") return 0;
  let done = 0;
  for (const channel of heard.data) {
    const stand = stands.find(({ slug }) => slug === channel.platform);
    if (channel.state !== "reconnect" || channel.practice || !stand) continue;
    const again = await connect(desk, stand, channel.id).catch(() => null);
    if (again) done += 1;
  }
  return done;
}
