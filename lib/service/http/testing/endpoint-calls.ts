import type { EndpointName } from "#lib/contract/api.ts";
import type { Post } from "#lib/contract/types.ts";
import { openKeySession } from "#lib/service/auth/sessions/open-session.ts";
import { addAccount } from "#lib/service/channels/testing/scripted-accounts.ts";
import { addPendingClaims } from "#lib/service/claims/testing/pending-claims.ts";
import { callerKeys, callerService, ownerId, platformScript, testPng } from "./callers.ts";
import type { TestRequest } from "./test-service.ts";

export type EndpointCall = { path: string; sent?: TestRequest };
const channel = () => callerService.org.channelIds[0] ?? "";
export const createOwnerDraft = async (more: Record<string, unknown> = { draft: true }): Promise<Post> => {
  const [post] = await callerService.create(
    { channels: [channel()], text: "owner's own words", ...more },
    callerKeys.get("owner"),
  );
  if (!post) throw new Error("no post");
  return post;
};
const tomorrow = () => ({ scheduled_for: new Date(Date.now() + 86_400_000).toISOString() });
const onPost = (post: Post, rest = "", sent: TestRequest = {}): EndpointCall => ({
  path: `/posts/${post.id}${rest}`,
  sent,
});

const onSubmission = (post: Post, rest = "", sent: TestRequest = {}): EndpointCall => ({
  path: `/submissions/${post.submission_id}${rest}`,
  sent,
});

/** Creates an action of the owner that can be undone. */
const changed = async (): Promise<string> => {
  const json = { action: "delete", posts: [{ id: (await createOwnerDraft()).id }] };
  return (await callerService.call("POST", "/v1/posts/changes", { key: callerKeys.get("owner"), json })).wire.data.undo;
};
/** Removes all webhooks: an organization may have a limited number. */
const removeWebhooks = () => callerService.database.pool.query("delete from webhooks");
const onWebhook = async (rest = "", sent: TestRequest = {}): Promise<EndpointCall> => {
  await removeWebhooks();
  const json = { url: "https://hooks.example.org/", events: ["post.failed"] };
  const made = await callerService.call("POST", "/v1/webhooks", { key: callerService.org.key, json });
  return { path: `/webhooks/${made.wire.data.id}${rest}`, sent };
};

/** Creates a failed post of the owner, with its inbox item. @returns the item's key */
const createFailure = async (): Promise<string> => {
  const { id } = await createOwnerDraft();
  const key = `post_failed:unconfirmed:${id}`;
  await callerService.database.pool.query(
    `with failed as (update posts set status = 'failed', failure_cause = 'unconfirmed' where id = $1 returning *)
     insert into notices (id, org_id, member_id, kind, cause_key, post_id)
     select gen_random_uuid(), org_id, member_id, 'post_failed', $2, id from failed
     on conflict (post_id) where post_id is not null do update set cause_key = excluded.cause_key`,
    [id, key],
  );
  return key;
};

const noted = async (): Promise<string> => {
  const sent = { key: callerKeys.get("owner"), json: { day: "2027-01-14", text: "A note of the owner" } };
  return (await callerService.call("POST", "/v1/notes", sent)).wire.data.id;
};

const written = {
  parts: ["owner's own words"],
  own: {},
  images: [],
  channels: [],
  when: null,
  points: 20,
  post: null,
};
/** Creates a draft of the owner and removes all earlier drafts. */
const drafted = async (): Promise<string> => {
  await callerService.database.pool.query("delete from drafts");
  const id = callerService.clock.newId();
  const json = { version: 0, content: written };
  await callerService.call("PUT", `/v1/drafts/${id}`, { key: callerKeys.get("owner"), json });
  return id;
};

/** Creates a pending claim of the owner. */
const claimed = async (): Promise<string> => {
  const [id] = await addPendingClaims(callerService.database.pool, {
    orgId: callerService.org.orgId,
    memberIds: [ownerId],
    channelId: channel(),
    count: 1,
    text: "'owner''s own words'",
  });
  return id ?? "";
};
const decided = async (action: "approve" | "reject") => {
  const id = await claimed();
  const json = { version: 1, action, ...(action === "reject" && { reason: "No." }) };
  const made = await callerService.call("POST", `/v1/claims/${id}/decision`, { key: callerService.org.key, json });
  return { id, decision: made.wire.data.decision_id };
};
/** Adds a member to the organization who is none of the callers. */
const somebody = async (rest = "", sent: TestRequest = {}, isGone = false): Promise<EndpointCall> => {
  const { memberId } = await callerService.addMember("member");
  if (isGone)
    await callerService.database.pool.query("update members set removed_at = now() where id = $1", [memberId]);
  return { path: `/members/${memberId}${rest}`, sent };
};
/** Creates a browser's push subscription: an address, a point on P-256, 16 bytes. */
const browser = async () => ({
  endpoint: `https://push.example.org/${callerService.clock.newId()}`,
  keys: { p256dh: Buffer.alloc(65, 4).toString("base64url"), auth: Buffer.alloc(16).toString("base64url") },
});

const onKey = async (rest = "", sent: TestRequest = {}): Promise<EndpointCall> => {
  const json = { name: "A key of the owner", scopes: ["posts:read"] };
  const made = await callerService.call("POST", "/v1/keys", { key: callerKeys.get("owner"), json });
  return { path: `/keys/${made.wire.data.id}${rest}`, sent };
};

const onChannel = async (rest = "", sent: TestRequest = {}): Promise<EndpointCall> => {
  const json = { platform: "mastodon", name: "A channel for once" };
  await callerService.database.pool.query("update channels set removed_at = now() where name = $1", [json.name]);
  const made = await callerService.call("POST", "/v1/channels", { key: callerService.org.key, json });
  return { path: `/channels/${made.wire.data.id}${rest}`, sent };
};

/** Creates an account that is not a channel yet and removes the accounts of earlier calls. */
const account = async (): Promise<string> => {
  await callerService.database.pool.query(
    "update channels set removed_at = now() where not practice and removed_at is null",
  );
  return addAccount(platformScript, callerService.clock.newId()).username;
};
/** Begins a connection as the owner, or as an administrator where the owner may not. */
const begun = async (): Promise<string> => {
  const json = { platform: "mastodon", host: "social.example.org" };
  const ask = (key: string | undefined) => callerService.call("POST", "/v1/channels/connections", { key, json });
  const own = await ask(callerKeys.get("owner"));
  const made = own.status === 201 ? own : await ask(callerService.org.key);
  return new URL(made.wire.data.authorize_url).searchParams.get("state") ?? "";
};
/** Pauses a channel of its own, so that the other calls still publish. */
const onPause = async (rest: string, sent: TestRequest = {}): Promise<EndpointCall> => {
  const { path } = await onChannel();
  const json = { channel_id: path.replace("/channels/", ""), reason: "Wrong prices" };
  const made = await callerService.call("POST", "/v1/pauses", { key: callerService.org.key, json });
  return { path: `/pauses/${made.wire.data.id}${rest}`, sent };
};
const appKeys = { client_id: "a client", client_secret: "a secret" };

/** One valid call of each endpoint, with resources of the owner. A new endpoint without an entry does not compile. */
export const endpointCalls: Record<EndpointName, () => Promise<EndpointCall>> = {
  getMe: async () => ({ path: "/me" }),
  listChannels: async () => ({ path: "/channels" }),
  uploadMedia: async () => {
    const body = new FormData();
    body.set("file", new Blob([new Uint8Array(testPng)]), "a.png");
    return { path: "/media", sent: { body } };
  },
  listSendingPauses: async () => ({ path: "/pauses" }),
  pauseSending: async () => {
    const { path } = await onChannel();
    return {
      path: "/pauses",
      sent: { json: { channel_id: path.replace("/channels/", ""), reason: "Wrong prices" } },
    };
  },
  listOverduePosts: () => onPause("/posts"),
  resumeSending: () => onPause("/resume", { json: {} }),
  describeMedia: async () => {
    const body = new FormData();
    body.set("file", new Blob([new Uint8Array(testPng)]), "a.png");
    const made = await callerService.call("POST", "/v1/media", { key: callerKeys.get("owner"), body });
    return { path: `/media/${made.wire.data.id}`, sent: { json: { alt: "Red and blue" } } };
  },
  checkPosts: async () => ({ path: "/posts/check", sent: { json: { channels: [channel()], text: "a" } } }),
  createPosts: async () => ({ path: "/posts", sent: { json: { channels: [channel()], text: "a", draft: true } } }),
  listPosts: async () => {
    await createOwnerDraft();
    return { path: "/posts" };
  },
  getPost: async () => onPost(await createOwnerDraft()),
  deletePost: async () => onPost(await createOwnerDraft()),
  getLeaderboard: async () => ({ path: "/leaderboard?limit=10" }),
  getStanding: async () => ({ path: "/leaderboard/me" }),
  listInbox: async () => ({ path: "/inbox" }),
  countInbox: async () => ({ path: "/inbox/counts" }),
  markInbox: async () => ({ path: "/inbox/marks", sent: { json: { keys: ["post_failed:missed"], mark: "read" } } }),
  assignInboxItem: async () => ({
    path: "/inbox/assignments",
    sent: { json: { key: await createFailure(), member_id: null } },
  }),
  snoozeInbox: async () => ({
    path: "/inbox/snoozes",
    sent: { json: { keys: ["post_failed:missed"], until: new Date(Date.now() + 60_000).toISOString() } },
  }),
  getPushKey: async () => ({ path: "/push/key" }),
  subscribePush: async () => ({ path: "/push/subscriptions", sent: { json: await browser() } }),
  unsubscribePush: async () => {
    const json = await browser();
    const made = await callerService.call("POST", "/v1/push/subscriptions", { key: callerKeys.get("owner"), json });
    return { path: `/push/subscriptions/${made.wire.data.id}` };
  },
  testNotice: async () => ({ path: "/notices/test", sent: { json: { way: "email" } } }),
  listDrafts: async () => {
    await drafted();
    return { path: "/drafts" };
  },
  getDraft: async () => ({ path: `/drafts/${await drafted()}` }),
  saveDraft: async () => ({ path: `/drafts/${await drafted()}`, sent: { json: { version: 1, content: written } } }),
  renameDraft: async () => ({ path: `/drafts/${await drafted()}`, sent: { json: { name: "Named" } } }),
  changeDrafts: async () => ({ path: "/drafts/changes", sent: { json: { action: "delete", ids: [await drafted()] } } }),
  deleteDraft: async () => ({ path: `/drafts/${await drafted()}` }),
  restoreDraft: async () => {
    const id = await drafted();
    await callerService.call("DELETE", `/v1/drafts/${id}`, { key: callerKeys.get("owner") });
    return { path: `/drafts/${id}/restore` };
  },
  listPlatforms: async () => ({ path: "/platforms" }),
  listMentions: async () => ({ path: "/mentions?q=ada" }),
  readLinkPreview: async () => ({ path: "/link-preview?url=https%3A%2F%2Fexample.com%2F" }),
  countPosts: async () => ({ path: "/posts/counts" }),
  getCalendar: async () => ({ path: "/calendar?from=2027-01-01T00:00:00Z&to=2027-02-01T00:00:00Z" }),
  listPostEvents: async () => onPost(await createOwnerDraft(), "/events"),
  exportPosts: async () => ({ path: "/posts/export?format=json" }),
  changePost: async () => onPost(await createOwnerDraft(), "", { json: { version: 1, text: "changed" } }),
  retryPost: async () => {
    const post = await createOwnerDraft({});
    await callerService.database.pool.query(
      "update posts set status = 'failed', failure_cause = 'rejected', error = 'no', due_at = null where id = $1",
      [post.id],
    );
    return onPost(post, "/retry", { json: {} });
  },
  cancelPost: async () => onPost(await createOwnerDraft(tomorrow()), "/cancel"),
  restorePost: async () => {
    const post = await createOwnerDraft();
    await callerService.call("DELETE", `/v1/posts/${post.id}`, { key: callerKeys.get("owner") });
    return onPost(post, "/restore");
  },
  changePosts: async () => ({
    path: "/posts/changes",
    sent: { json: { action: "delete", posts: [{ id: (await createOwnerDraft()).id }] } },
  }),
  takeDownPost: async () => {
    const post = await createOwnerDraft({});
    await callerService.database.pool.query("update posts set status = 'published', due_at = null where id = $1", [
      post.id,
    ]);
    return onPost(post, "/take-down");
  },
  listSubmissions: async () => ({ path: "/submissions" }),
  countSubmissions: async () => ({ path: "/submissions/counts" }),
  getSubmission: async () => onSubmission(await createOwnerDraft()),
  changeSubmission: async () => {
    const post = await createOwnerDraft();
    return onSubmission(post, "", { json: { posts: [{ id: post.id, version: 1 }], text: "owner's own words" } });
  },
  deleteSubmission: async () => onSubmission(await createOwnerDraft()),
  applySubmissionAction: async () => onSubmission(await createOwnerDraft(), "/changes", { json: { action: "delete" } }),
  undoChange: async () => ({ path: `/posts/changes/${await changed()}/undo` }),
  createNote: async () => ({ path: "/notes", sent: { json: { day: "2027-01-14", text: "Release day" } } }),
  changeNote: async () => ({ path: `/notes/${await noted()}`, sent: { json: { text: "Another day" } } }),
  deleteNote: async () => ({ path: `/notes/${await noted()}` }),
  getFeed: async () => ({ path: "/calendar/feed" }),
  createFeed: async () => ({ path: "/calendar/feed" }),
  revokeFeed: async () => ({ path: "/calendar/feed" }),
  getNextSlot: async () => ({ path: "/slots/next?zone=Europe/Berlin" }),
  getSettings: async () => ({ path: "/me/settings" }),
  getMediaUsage: async () => ({ path: "/media/usage" }),
  changeSettings: async () => ({ path: "/me/settings", sent: { json: { clock: "12" } } }),
  listAuditLog: async () => ({ path: "/audit-log" }),
  exportAuditLog: async () => ({ path: "/audit-log/export" }),
  listSessions: async () => ({ path: "/sessions" }),
  endSession: async () => ({
    path: `/sessions/${await openKeySession(callerService.context.db, callerKeys.get("owner") ?? "", callerService.clock)}`,
  }),
  endAllSessions: async () => ({ path: "/sessions/end-all", sent: { json: {} } }),
  createResetLink: async () => {
    const { memberId } = await callerService.addMember("member");
    await callerService.database.pool.query(
      `with made as (insert into accounts (id, email, name) values ($1::uuid, $1::text || '@example.org', 'Mia') returning id)
       update members set account_id = made.id from made where members.id = $2`,
      [callerService.clock.newId(), memberId],
    );
    return { path: `/members/${memberId}/reset-link` };
  },
  removeMemberTwoStep: async () => {
    const { memberId } = await callerService.addMember("member");
    await callerService.database.pool.query(
      `with made as (insert into accounts (id, email, name) values ($1::uuid, $1::text || '@example.org', 'Mia') returning id),
         app as (insert into authenticator_apps (account_id, secret, confirmed_at) select id, 'sealed', now() from made)
       update members set account_id = made.id from made where members.id = $2`,
      [callerService.clock.newId(), memberId],
    );
    return { path: `/members/${memberId}/two-step` };
  },
  openEvents: async () => ({ path: "/events" }),
  listWebhooks: async () => ({ path: "/webhooks" }),
  createWebhook: async () => {
    await removeWebhooks();
    return { path: "/webhooks", sent: { json: { url: "https://hooks.example.org/", events: ["post.failed"] } } };
  },
  changeWebhook: () => onWebhook("", { json: { enabled: false } }),
  deleteWebhook: () => onWebhook(),
  rotateWebhook: () => onWebhook("/rotate"),
  testWebhook: () => onWebhook("/test"),
  listWebhookDeliveries: () => onWebhook("/deliveries"),
  resendWebhookDelivery: async () => {
    const { path } = await onWebhook("/test");
    const test = await callerService.call("POST", `/v1${path}`, { key: callerService.org.key });
    return { path: path.replace("/test", `/deliveries/${test.wire.data.id}/resend`) };
  },
  listClaims: async () => {
    await claimed();
    return { path: "/claims" };
  },
  countClaims: async () => ({ path: "/claims/counts" }),
  getClaim: async () => ({ path: `/claims/${await claimed()}` }),
  viewClaim: async () => ({ path: `/claims/${await claimed()}/view` }),
  decideClaim: async () => ({
    path: `/claims/${await claimed()}/decision`,
    sent: { json: { version: 1, action: "approve" } },
  }),
  decideClaims: async () => ({
    path: "/claims/decisions",
    sent: { json: { decisions: [{ id: await claimed(), version: 1, action: "approve" }] } },
  }),
  reverseDecision: async () => ({
    path: `/claims/decisions/${(await decided("approve")).decision}/reverse`,
    sent: { json: {} },
  }),
  simulateDecisions: async () => ({
    path: "/claims/simulation",
    sent: { json: { claims: [{ id: await claimed() }] } },
  }),
  awardPoints: async () => ({ path: "/awards", sent: { json: { member: ownerId, points: 5, reason: "Thanks" } } }),
  listLedger: async () => ({ path: "/ledger" }),
  listOwnPoints: async () => ({ path: "/me/points" }),
  exportLedger: async () => ({ path: "/ledger/export" }),
  getLedgerCheck: async () => ({ path: "/ledger/check" }),
  checkLedger: async () => ({ path: "/ledger/check" }),
  getPostClaim: async () => ({ path: `/posts/${await claimed()}/claim` }),
  changeClaim: async () => ({ path: `/posts/${await claimed()}/claim`, sent: { json: { points: 30, version: 1 } } }),
  appealClaim: async () => ({
    path: `/posts/${(await decided("reject")).id}/claim/appeal`,
    sent: { json: { text: "Look again." } },
  }),
  listChannelDetails: async () => ({ path: "/channels/details" }),
  getChannel: () => onChannel(),
  connectChannel: async () => {
    const { sent } = await onChannel("", { json: { platform: "threads", name: "A channel for once" } });
    return { path: "/channels", ...(sent && { sent }) };
  },
  changeChannel: () => onChannel("", { json: { name: "A channel for once" } }),
  reconnectChannel: () => onChannel("/reconnect"),
  testChannel: () => onChannel("/test"),
  disconnectChannel: () => onChannel("/disconnect", { json: {} }),
  listConnectWays: async () => ({ path: "/channels/platforms" }),
  connectAccount: async () => ({
    path: "/channels/connections",
    sent: { json: { platform: "bluesky", values: { account: await account(), password: "pass word" } } },
  }),
  finishConnection: async () => {
    const code = await account();
    return { path: "/channels/connections/finish", sent: { json: { state: await begun(), code } } };
  },
  getPlatformApp: async () => ({ path: "/channels/platforms/x/app" }),
  setPlatformApp: async () => ({ path: "/channels/platforms/x/app", sent: { json: appKeys } }),
  removePlatformApp: async () => ({ path: "/channels/platforms/x/app" }),
  listKeys: async () => ({ path: "/keys" }),
  createKey: async () => ({ path: "/keys", sent: { json: { name: "A key", scopes: [] } } }),
  changeKey: () => onKey("", { json: { name: "Another name" } }),
  rotateKey: () => onKey("/rotate", { json: { overlap_hours: 1 } }),
  revokeKey: () => onKey(),
  getPracticeTimeline: async () => {
    const { rows } = await callerService.database.pool.query("select username from channels where id = $1", [
      channel(),
    ]);
    return { path: `/practice/${rows[0].username}` };
  },
  getOrganization: async () => ({ path: "/organization" }),
  changeOrganization: async () => ({ path: "/organization", sent: { json: { settings: { cap_day: null } } } }),
  listInvitations: async () => ({ path: "/invitations?state=open" }),
  revokeInvitation: async () => {
    const made = await callerService.call("POST", "/v1/invitations", { key: callerService.org.key, json: {} });
    return { path: `/invitations/${made.wire.data.id}` };
  },
  listMembers: async () => ({ path: "/members" }),
  changeMember: () => somebody("", { json: { name: "Another name" } }),
  makeOwner: () => somebody("/owner"),
  transferOwnership: () => somebody("/transfer"),
  deactivateMember: () => somebody("/deactivate"),
  reactivateMember: () => somebody("/reactivate", {}, true),
  listPlanned: () => somebody("/planned"),
  changePlanned: () => somebody("/planned", { json: { action: "cancel" } }, true),
  changeMe: async () => ({ path: "/me", sent: { json: { name: "A new name" } } }),
  leaveOrganization: async () => ({ path: "/me/leave" }),
  createInvitation: async () => ({ path: "/invitations", sent: { json: { role: "member" } } }),
};
