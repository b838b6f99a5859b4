import * as z from "zod";
import type { Clock } from "#lib/service/core/clock.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import type { Tx } from "#lib/service/db/transaction.ts";
import { normalizeEmail } from "./require-account.ts";

const Name = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .regex(/^[^\0]*$/);
const Email = z.email().max(254);

/** Parses a person's name and e-mail into their stored form. @throws Refusal `invalid_request` that names the field */
export function parsePersonDetails(input: { name: string; email: string }): { name: string; email: string } {
  const name = Name.safeParse(input.name);
  if (!name.success) throw new Refusal("invalid_request", "Your name must have 1 to 100 characters.", "name");
  const email = Email.safeParse(normalizeEmail(input.email.slice(0, 1_000)));
  if (!email.success) throw new Refusal("invalid_request", "Enter a valid e-mail address.", "email");
  return { name: name.data, email: email.data };
}

/** Adds an account. @throws Refusal `conflict` when another account has this e-mail */
export async function createAccount(
  tx: Tx,
  person: { name: string; email: string; passwordHash?: string },
  clock: Clock,
): Promise<string> {
  const { rows } = await tx.client.query<{ id: string }>(
    `insert into accounts (id, email, name, password_hash, password_set_at, created_at)
     values ($1, $2, $3, $4, case when $4::text is null then null else $5::timestamptz end, $5)
     on conflict (lower(email)) do nothing returning id`,
    [clock.newId(), person.email, person.name, person.passwordHash ?? null, clock.now()],
  );
  if (rows[0]) return rows[0].id;
  throw new Refusal("conflict", "An account with this e-mail already exists. Sign in to it first.", "email");
}
