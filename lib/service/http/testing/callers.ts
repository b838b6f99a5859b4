import type { EndpointName } from "#lib/contract/api.ts";
import {
  createFormPlatform,
  createOAuthPlatform,
  createPlatformScript,
} from "#lib/service/channels/testing/scripted-accounts.ts";
import { redBlue } from "#lib/service/media/testing/test-images.ts";
import { openTestService, type TestService } from "./test-service.ts";

export let callerService: TestService;
export const callers = ["owner", "peer", "admin", "other organization", "no scope", "revoked"] as const;
export type Caller = (typeof callers)[number];
/** The API key of each caller. */
export const callerKeys = new Map<Caller, string>();
export let testPng: Buffer;
/** The member that owns the resources which calls name. */
export let ownerId: string;
let revokedKeyId = "";
/**
 * Platforms that accounts are connected on: by a form, on a server of many, and with app credentials of the operator.
 */
export const platformScript = createPlatformScript();
const platforms = new Map([
  ["bluesky", createFormPlatform(platformScript, "bluesky")],
  ["mastodon", createOAuthPlatform(platformScript, "mastodon", "server")],
  ["x", createOAuthPlatform(platformScript, "x", "operator")],
]);

/** Opens a service for this test alone, and all its callers. */
export async function openCallers(): Promise<void> {
  callerService = await openTestService(
    {},
    {
      platformOf: (slug) => platforms.get(slug) ?? null,
      findMentions: async () => [],
      readLinkPage: async () => ({ title: "A page", description: "", image: null }),
    },
  );
  const owner = await callerService.addMember("member");
  ownerId = owner.memberId;
  const revoked = await callerService.addMember("member");
  callerKeys.set("owner", owner.key);
  callerKeys.set("peer", (await callerService.addMember("member")).key);
  callerKeys.set("admin", callerService.org.key);
  callerKeys.set("other organization", (await callerService.addOrganization("Other")).key);
  callerKeys.set("no scope", (await callerService.addMember("admin", [])).key);
  callerKeys.set("revoked", revoked.key);
  revokedKeyId = revoked.keyId;
  await callerService.database.pool.query("update api_keys set revoked_at = now() where id = $1", [revoked.keyId]);
  testPng = await redBlue(4, 4).png().toBuffer();
}
export const closeCallers = () => callerService.close();

/** Makes calls name this member's resources from now on. */
export function setOwner(key: string, memberId: string): void {
  callerKeys.set("owner", key);
  ownerId = memberId;
}

/**
 * Restores the test's organization: a member who left comes back with the same key, the first owner is the only owner
 * again, and nothing is paused.
 */
export async function restoreOrganization(after: EndpointName): Promise<void> {
  if (after === "pauseSending") {
    await callerService.database.pool.query("delete from sending_pauses");
    return;
  }
  if (after !== "leaveOrganization" && after !== "makeOwner" && after !== "transferOwnership") return;
  const { pool } = callerService.database;
  await pool.query("update members set role = 'member' where org_id = $1 and role = 'owner' and id <> $2", [
    callerService.org.orgId,
    callerService.org.memberId,
  ]);
  await pool.query("update members set removed_at = null, role = 'owner' where id = $1", [callerService.org.memberId]);
  await pool.query(
    `with back as (update members set removed_at = null where id in
       (select member_id from api_keys where revoked_at is not null and id <> $1) returning id)
     update api_keys set revoked_at = null where member_id in (select id from back) and id <> $1`,
    [revokedKeyId],
  );
}
