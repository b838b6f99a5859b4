import { formatPlatformName } from "#lib/contract/platforms/platform-names.ts";
import { type Role, scopes } from "#lib/contract/scopes.ts";
import { insertApiKey } from "#lib/service/api-keys/insert-api-key.ts";
import type { Clock } from "#lib/service/core/clock.ts";
import { count, eq } from "#lib/service/db/drizzle-exports.ts";
import { channels, members, memberTotals, organizations } from "#lib/service/db/drizzle-tables.ts";
import type { Tx } from "#lib/service/db/transaction.ts";
import { normalizeUnicode } from "#lib/text/normalise-text.ts";

/** Platforms a new organization can practise on: a thread on the first, one joined text on the last. */
const practicePlatforms = ["x", "bluesky", "linkedin"] as const;

export type NewOrganizationInput = { organization: string; name: string; email: string; key?: string };
export type CreatedOrganization = { orgId: string; memberId: string; keyId: string; key: string; channelIds: string[] };

/**
 * Creates an organization with its owner, that person's first key with all scopes, and three practice channels. `key` is
 * taken as it is when given.
 */
export async function createOrganization(
  tx: Tx,
  input: NewOrganizationInput,
  clock: Clock,
): Promise<CreatedOrganization> {
  const { orgId, memberId, channelIds } = await createOrganizationForAccount(tx, input, clock);
  const key = await insertApiKey(
    tx,
    { memberId, name: "First key", scopes, ...(input.key && { key: input.key }) },
    clock,
  );
  return { orgId, memberId, keyId: key.id, key: key.key, channelIds };
}

/** As `createOrganization`, for somebody who signs in with an account: a key that nobody is shown is not made. */
export async function createOrganizationForAccount(
  tx: Tx,
  input: { organization: string; name: string; email: string; accountId?: string | null },
  clock: Clock,
): Promise<{ orgId: string; memberId: string; channelIds: string[] }> {
  const { organization, name, email, accountId = null } = input;
  const orgId = clock.newId();
  const slug = await findFreeSlug(tx, organization);
  await tx.insert(organizations).values({ id: orgId, name: organization, slug, createdAt: clock.now() });
  const memberId = await addMember(tx, { orgId, name, email, role: "owner", accountId }, clock);
  return { orgId, memberId, channelIds: await addPracticeChannels(tx, orgId, clock) };
}

/** Adds a member with a row for their points. */
export async function addMember(
  tx: Tx,
  input: { orgId: string; name: string; email: string; role: Role; accountId?: string | null },
  clock: Clock,
): Promise<string> {
  const id = clock.newId();
  await tx.insert(members).values({ id, ...input, createdAt: clock.now() });
  await tx.insert(memberTotals).values({ memberId: id, orgId: input.orgId });
  return id;
}

async function addPracticeChannels(tx: Tx, orgId: string, clock: Clock): Promise<string[]> {
  const rows = [];
  for (const platform of practicePlatforms) {
    rows.push({
      id: clock.newId(),
      orgId,
      platform,
      name: `Practice ${formatPlatformName(platform)}`,
      username: await findFreeUsername(tx, `practice_${platform}`),
      practice: true,
      createdAt: clock.now(),
    });
  }
  await tx.insert(channels).values(rows);
  return rows.map((row) => row.id);
}

/** A practice timeline is found by its username alone, so a later organization's channels get a number. */
async function findFreeUsername(tx: Tx, preferred: string): Promise<string> {
  for (let number = 1; ; number += 1) {
    const username = number === 1 ? preferred : `${preferred}_${number}`;
    const [taken] = await tx.select({ n: count() }).from(channels).where(eq(channels.username, username));
    if (taken?.n === 0) return username;
  }
}

async function findFreeSlug(tx: Tx, name: string): Promise<string> {
  const preferred = toSlug(name);
  for (let number = 1; ; number += 1) {
    const slug = number === 1 ? preferred : `${preferred}-${number}`;
    const [taken] = await tx.select({ n: count() }).from(organizations).where(eq(organizations.slug, slug));
    if (taken?.n === 0) return slug;
  }
}

/** A name as it may stand in an address: "Café Blå AS" is `cafe-bla-as`; one without Latin letters is `team`. */
export function toSlug(name: string): string {
  const plain = normalizeUnicode(name, "NFKD")
    .toLowerCase()
    .replace(/\p{M}/gu, "")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|(?<!-)-+$/g, "");
  return plain.slice(0, 60).replace(/(?<!-)-+$/, "") || "team";
}
