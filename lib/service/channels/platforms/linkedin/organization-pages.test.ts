import { describe, expect, test } from "vitest";
import type { ConformancePeer } from "#lib/service/channels/conformance/conformance-peer.ts";
import { createPart, lookUpPart, publishPart, sendPart } from "#lib/service/channels/conformance/conformance-steps.ts";
import { type ConformanceFixture, describeConformance } from "#lib/service/channels/testing/describe-conformance.ts";
import { linkedinConnect } from "./connect.ts";
import { linkedin } from "./platform.ts";
import { finishSignInAs } from "./testing/finish-sign-in.ts";

const token = "AQXNmadeUpAccessTokenOfAMemberWithPages0123456789";
const write = "POST /rest/posts";
const app = (use: string) => ({ clientId: "app", clientSecret: "app-secret", use });

describeConformance({
  platform: linkedin,
  module: new URL("./testing/peer.ts", import.meta.url),
  write,
  account: { username: "analytical-engines", remoteId: "organization:1111", reportedLimits: {} },
  secret: { access: token, refresh: null, accessEndsAt: null, more: {} },
  secrets: [token],
  faults: {
    "refused-content": { mode: "refused", on: write },
    forbidden: { mode: "no-permission", on: write },
    "signed-out": { mode: "revoked", times: "always" },
    "rate-limited": "LinkedIn names no time.",
    "token-expired": "LinkedIn has no token refresh.",
    "image-refused": { mode: "bad-image", on: "PUT /dms-uploads/:id" },
    "upload-lost": async ({ peer }) => {
      await peer.command("loseImages");
      return { can: true };
    },
    "late-lists": { mode: "lag", ms: 60_000 },
  },
  more: (stage) => {
    describe("connecting a page", () => connecting(stage));
    describe("publishing for a page", () => posting(stage));
  },
});

const shownIn = (came: Awaited<ReturnType<typeof finishSignInAs>>) =>
  "choose" in came ? came.choose.map(({ what, profile }) => [what, profile.remoteId, profile.name]) : came;

function connecting(stage: () => ConformanceFixture): void {
  const pages = [
    ["Page", "organization:1111", "Analytical Engines"],
    ["Page", "organization:2222", "Difference Ltd"],
  ];

  test("the member chooses one of the pages they may post for; the own profile is offered where possible", async () => {
    const both = await finishSignInAs(stage(), "code-with-pages", app("both"));
    expect(shownIn(both)).toEqual([["Your own profile", "person:782bbtaQ", "Ada Example"], ...pages]);
    if (!("choose" in both)) return expect.fail("one alone");
    expect(both.choose[1]).toMatchObject({
      profile: { username: "analytical-engines", avatarUrl: "https://media.example/C4E0logo.png" },
      secret: { access: token, refresh: null },
    });
    expect(shownIn(await finishSignInAs(stage(), "code-of-pages", app("pages")))).toEqual(pages);
  });

  test("each application requests only the permissions for its purpose", () => {
    const asks = (use: string) => {
      if (linkedinConnect.by !== "oauth") return expect.fail("not OAuth");
      const at = { host: "", redirectUri: "https://app/back", state: "s", challenge: "c", isAnother: false };
      return new URL(linkedinConnect.authorizeUrl({ ...at, app: app(use) })).searchParams.get("scope");
    };
    const [members, organizations] = [
      "openid profile w_member_social",
      "rw_organization_admin w_organization_social r_organization_social",
    ];
    expect(["members", "both", "pages"].map(asks)).toEqual([members, `${members} ${organizations}`, organizations]);
  });

  test("with a trial application, which may not list pages, the member's page IDs are offered", async () => {
    await stage().peer.command("trial");
    expect(shownIn(await finishSignInAs(stage(), "code-of-pages", app("pages")))).toEqual([
      pages[0],
      ["Page", "organization:2222", "LinkedIn page 2222"],
    ]);
  });

  test("a single page is connected without a choice, and no page is an error", async () => {
    await stage().peer.command("page", { id: "2222", role: "ANALYST" });
    const only = await finishSignInAs(stage(), "code-of-pages", app("pages"));
    expect(only).toMatchObject({ profile: { remoteId: "organization:1111" } });
    await stage().peer.command("reset");
    await stage().peer.command("noPages");
    expect(await finishSignInAs(stage(), "code-of-pages", app("pages"))).toEqual({
      problem: expect.stringMatching(/can't post for any page/),
    });
    expect(await finishSignInAs(stage(), "code-with-pages", app("both"))).toMatchObject({
      profile: { remoteId: "person:782bbtaQ" },
    });
  });

  test("more pages than fit in one answer are all listed", async () => {
    for (let id = 5_001; id <= 5_103; id += 1) {
      await stage().peer.command("page", { id: String(id), role: "ADMINISTRATOR" });
    }
    const came = await finishSignInAs(stage(), "code-of-pages", app("pages"));
    expect("choose" in came && came.choose.length).toBe(105);
  });

  test("missing permissions, or an application that may not see pages, connect nothing", async () => {
    await stage().peer.control({ mode: "fewer-scopes" });
    expect(await finishSignInAs(stage(), "code-of-pages", app("pages"))).toEqual({
      problem: expect.stringMatching(/Not all permissions/),
    });
    await stage().peer.control({ mode: "no-permission", on: "GET /rest/organizationAcls" });
    expect(await finishSignInAs(stage(), "code-with-pages", app("both"))).toEqual({
      problem: expect.stringMatching(/administrator must check its products/),
    });
  });
}

function posting(stage: () => ConformanceFixture): void {
  const peerOf = ({ reach, account, images }: ConformanceFixture): ConformancePeer => ({
    connector: linkedin.connector,
    account,
    io: reach.io,
    outside: null,
    tooLong: "",
    images,
    items: stage().peer.items,
    fault: async () => ({ can: false, why: "" }) as const,
  });
  const io = () => stage().reach.io(new AbortController().signal);

  test("the page is the author of its posts and images", async () => {
    const peer = peerOf(stage());
    await publishPart(peer, createPart(peer, "From the page", { images: peer.images.slice(0, 2) }));
    expect(await stage().peer.command("authors")).toEqual(["urn:li:organization:1111"]);
    const owner = (await stage().peer.log()).find(({ route }) => route === "POST /rest/images");
    expect(JSON.parse(owner?.body ?? "{}")).toEqual({ initializeUploadRequest: { owner: "urn:li:organization:1111" } });
  });

  test("a resend hours later that is refused as an unnamed duplicate finds the first post of the page", async () => {
    const peer = peerOf(stage());
    const one = createPart(peer, "Hours later");
    await stage().peer.control({ mode: "reset-after", on: write });
    expect(await sendPart(peer, one)).toEqual({ type: "unknown" });
    await stage().peer.control({ mode: "unnamed-duplicate", on: write });
    const again = { ...one, startedAt: new Date(one.startedAt.getTime() + 7_200_000), resends: 1 };
    expect(await sendPart(peer, again)).toMatchObject({ type: "unknown", refused: { reason: "duplicate" } });
    const [item] = await stage().peer.items();
    expect(await lookUpPart(peer, again)).toMatchObject({ type: "found", sent: { remoteId: item?.remoteId } });
  });

  test("a lookup finds a post with images, markup and links, and ignores other posts", async () => {
    const peer = peerOf(stage());
    const words = "C# (and #dotnet_8) {x|y} *a* https://example.com/a_(b)#c";
    await publishPart(peer, createPart(peer, words));
    const one = createPart(peer, words, { images: peer.images.slice(0, 2) });
    await stage().peer.control({ mode: "reset-after", on: write });
    expect(await sendPart(peer, one)).toEqual({ type: "unknown" });
    const last = (await stage().peer.items()).at(-1);
    expect(last?.images).toHaveLength(2);
    expect(await lookUpPart(peer, one)).toMatchObject({
      type: "found",
      sent: { remoteId: last?.remoteId, proof: "timeline" },
    });
  });

  test("a page whose posts can't be read leaves the decision to the member, as with a person", async () => {
    const peer = peerOf(stage());
    const one = createPart(peer, "Not to be seen");
    await stage().peer.control({ mode: "no-permission", on: "GET /rest/posts" });
    expect(await lookUpPart(peer, one)).toEqual({ type: "never_tells" });
    const account = { ...peer.account, remoteId: "person:782bbtaQ" };
    expect(await lookUpPart({ ...peer, account }, one)).toEqual({ type: "never_tells" });
  });

  test("a post far down the list is found, and beyond the lookup's reach none is believed absent", async () => {
    const peer = peerOf(stage());
    const one = createPart(peer, "The first of many");
    const { remoteId } = await publishPart(peer, one);
    await stage().peer.command("fill", { count: 120 });
    expect(await lookUpPart(peer, one)).toMatchObject({ type: "found", sent: { remoteId } });
    await stage().peer.command("fill", { count: 100 });
    expect(await lookUpPart(peer, one)).toEqual({ type: "cannot_tell" });
  });

  test("a page shows its name, handle and logo, and is signed out when the role is lost", async () => {
    const { account } = stage();
    expect(await linkedin.profile(account, io())).toEqual({
      type: "seen",
      profile: {
        remoteId: "organization:1111",
        username: "analytical-engines",
        name: "Analytical Engines",
        avatarUrl: "https://media.example/C4E0logo.png",
        verified: false,
        host: account.host,
        told: {},
      },
    });
    await stage().peer.control({ mode: "5xx-before", on: "GET /rest/organizationAcls" });
    expect(await linkedin.profile(account, io())).toEqual({ type: "cannot_tell" });
    await stage().peer.command("page", { id: "1111", role: "ANALYST" });
    expect(await linkedin.profile(account, io())).toEqual({ type: "signed_out" });
    await stage().peer.control({ mode: "revoked", times: "always" });
    expect(await linkedin.profile(account, io())).toEqual({ type: "signed_out" });
  });
}
