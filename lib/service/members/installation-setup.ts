import * as z from "zod";
import type { EmbeddedService } from "#lib/embedded-service.ts";
import { generateApiKey, hashToken } from "#lib/service/api-keys/api-key-token.ts";
import type { Clock } from "#lib/service/core/clock.ts";
import type { Context } from "#lib/service/core/context.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import { eq, sql } from "#lib/service/db/drizzle-exports.ts";
import { accounts, facts, members, organizations } from "#lib/service/db/drizzle-tables.ts";
import { type Db, inTransaction, type Tx } from "#lib/service/db/transaction.ts";
import { createOrganization, type NewOrganizationInput } from "./create-organization.ts";

const factName = "setup_tokens";
/** Each start of an installation without an organization prints a link; the links of the last few starts work. */
const tokensMax = 10;
/** Any number of ours: set-ups that come at once happen one after the other. */
const setupLock = 7_203_115;

const Input = z.object({
  token: z.string().max(200),
  organization: z.string().trim().min(1).max(100),
  name: z.string().trim().min(1).max(100),
  email: z.email().max(254),
});

type SetupForm = Parameters<EmbeddedService["setup"]>[0];
type FirstOwner = { key: string; memberId: string; accountId: string };

export type InstallationSetup = Pick<EmbeddedService, "isSetupOpen"> & {
  /** Creates organization, first owner and key from the one-time token. */
  setup: (
    input: SetupForm,
  ) => Promise<{ ok: FirstOwner } | { error: { code: "forbidden" | "conflict" | "invalid_request"; message: string } }>;
  /** A new one-time token for the setup link, or null when an organization exists. */
  openSetup: () => Promise<string | null>;
  /** Creates the organization named by the SETUP_ settings; false when one exists, then nothing is touched. */
  setUpUnattended: (input: NewOrganizationInput & { key: string }) => Promise<boolean>;
};

/** The first start: a one-time link, or the settings of an unattended one. */
export function createInstallationSetup(context: Pick<Context, "pool" | "db" | "clock">): InstallationSetup {
  const { pool, db, clock } = context;
  return {
    openSetup: () => inTransaction(pool, (tx) => createSetupToken(tx)),
    isSetupOpen: async (token) =>
      !(await hasOrganization(db)) && (await listSetupTokens(db)).includes(hashSetupToken(token)),
    async setup(input) {
      const parsed = Input.safeParse(input);
      if (!parsed.success) {
        const field = parsed.error.issues[0]?.path.join(".") ?? "";
        return { error: { code: "invalid_request", message: wrongInput[field] ?? "The form is not complete." } };
      }
      try {
        const created = await inTransaction(pool, (tx) => runSetupOnce(tx, parsed.data, clock));
        const { key, memberId, accountId } = created;
        return { ok: { key, memberId, accountId } };
      } catch (error) {
        if (!(error instanceof Refusal) || (error.code !== "forbidden" && error.code !== "conflict")) throw error;
        return { error: { code: error.code, message: error.message } };
      }
    },
    setUpUnattended: (input) =>
      inTransaction(pool, async (tx) => {
        await lockSetup(tx);
        if (await hasOrganization(tx)) return false;
        await createOrganizationAndAccount(tx, input, clock);
        return true;
      }),
  };
}

const wrongInput: Record<string, string> = {
  organization: "The organization's name must have 1 to 100 characters.",
  name: "Your name must have 1 to 100 characters.",
  email: "Enter a valid e-mail address.",
};

async function runSetupOnce(tx: Tx, input: z.output<typeof Input>, clock: Clock) {
  await lockSetup(tx);
  if (await hasOrganization(tx)) throw new Refusal("conflict", "Postwright is already set up. Sign in with a key.");
  if (!(await listSetupTokens(tx)).includes(hashSetupToken(input.token))) {
    throw new Refusal("forbidden", "This setup link is not valid. Use the one printed at the last start.");
  }
  await tx.delete(facts).where(eq(facts.name, factName));
  return createOrganizationAndAccount(tx, input, clock);
}

/** The first person is an account at once, which has no way to sign in but the first key until they choose one. */
export async function createOrganizationAndAccount(tx: Tx, input: NewOrganizationInput, clock: Clock) {
  const created = await createOrganization(tx, input, clock);
  const accountId = clock.newId();
  await tx.insert(accounts).values({ id: accountId, email: input.email, name: input.name, createdAt: clock.now() });
  await tx.update(members).set({ accountId }).where(eq(members.id, created.memberId));
  return { ...created, accountId };
}

async function createSetupToken(tx: Tx): Promise<string | null> {
  await lockSetup(tx);
  if (await hasOrganization(tx)) return null;
  // Same form as a key for its 256 bits, without the prefix: it must not be taken for one.
  const token = generateApiKey().slice("pw_".length);
  const value = [...(await listSetupTokens(tx)), hashSetupToken(token)].slice(-tokensMax);
  await tx.insert(facts).values({ name: factName, value }).onConflictDoUpdate({ target: facts.name, set: { value } });
  return token;
}

async function lockSetup(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${setupLock})`);
}

async function hasOrganization(db: Db | Tx): Promise<boolean> {
  return (await db.select({ id: organizations.id }).from(organizations).limit(1)).length > 0;
}

async function listSetupTokens(db: Db | Tx): Promise<string[]> {
  const [row] = await db.select({ value: facts.value }).from(facts).where(eq(facts.name, factName));
  return z.array(z.string()).parse(row?.value ?? []);
}

/** Only a hash is kept: who reads the database can't set up. Looked up by equality of digests, as keys are. */
function hashSetupToken(token: string): string {
  return hashToken(token).toString("hex");
}
