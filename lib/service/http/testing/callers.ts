import type { EndpointName } from "#lib/contract/api.ts";
import { makeScript, scriptedByForm, scriptedByOAuth } from "#lib/service/channels/testing/scripted-accounts.ts";
import { redBlue } from "#lib/service/media/testing/test-images.ts";
import { openTestService, type TestService } from "./test-service.ts";

export let service: TestService;
export const callers = ["owner", "peer", "admin", "other organization", "no scope", "revoked"] as const;
export type Caller = (typeof callers)[number];
/** The values of their keys. */
export const keys = new Map<Caller, string>();
/** A small picture. */
export let png: Buffer;
/** Whose the things are that calls name. */
export let ownerId: string;
let revokedKeyId = "";
/** Platforms that accounts are connected on: by a form, on a server of many, and with keys of the operator. */
export const script = makeScript();
const platforms = new Map([
  ["bluesky", scriptedByForm(script, "bluesky")],
  ["mastodon", scriptedByOAuth(script, "mastodon", "server")],
  ["x", scriptedByOAuth(script, "x", "operator")],
]);

/** A service of this test alone, and everybody who asks it something. */
export async function open(): Promise<void> {
  service = await openTestService({}, { platformOf: (slug) => platforms.get(slug) ?? null });
  const owner = await service.addMember("member");
  ownerId = owner.memberId;
  const revoked = await service.addMember("member");
  keys.set("owner", owner.key);
  keys.set("peer", (await service.addMember("member")).key);
  keys.set("admin", service.org.key);
  keys.set("other organization", (await service.addOrganization("Other")).key);
  keys.set("no scope", (await service.addMember("admin", [])).key);
  keys.set("revoked", revoked.key);
  revokedKeyId = revoked.keyId;
  await service.database.pool.query("update api_keys set revoked_at = now() where id = $1", [revoked.keyId]);
  png = await redBlue(4, 4).png().toBuffer();
}
export const close = () => service.close();

/** From now on calls name what is this member's. */
export function setOwner(key: string, memberId: string): void {
  keys.set("owner", key);
  ownerId = memberId;
}

/** Whoever left comes back with the key they had; the organization is its first owner's alone again. */
export async function comeBack(after: EndpointName): Promise<void> {
  if (after !== "leaveOrganization" && after !== "makeOwner" && after !== "transferOwnership") return;
  const { pool } = service.database;
  await pool.query("update members set role = 'member' where org_id = $1 and role = 'owner' and id <> $2", [
    service.org.orgId,
    service.org.memberId,
  ]);
  await pool.query("update members set removed_at = null, role = 'owner' where id = $1", [service.org.memberId]);
  await pool.query(
    `with back as (update members set removed_at = null where id in
       (select member_id from api_keys where revoked_at is not null and id <> $1) returning id)
     update api_keys set revoked_at = null where member_id in (select id from back) and id <> $1`,
    [revokedKeyId],
  );
}
