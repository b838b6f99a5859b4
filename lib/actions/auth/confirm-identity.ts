"use server";
import * as z from "zod";
import type { Result } from "#lib/contract/errors.ts";
import { asSelf, type ConfirmWays, offeredWays, type PasskeyQuestion, readVisitor } from "#lib/gateway/account/embedded-account-calls.ts";
import { badInput } from "#lib/actions/input-failure.ts";

/** What the signed-in person can confirm with that it is them; `provider` is what people call it. */
export async function readConfirmWays(): Promise<Result<ConfirmWays & { provider: string | null }>> {
  const ways = await asSelf(({ twoStep }, session) => twoStep.confirmWays(session));
  return ways.error ? ways : { ok: { ...ways.ok, provider: offeredWays().provider } };
}

/** What the browser asks the person's passkeys. */
export async function askOwnPasskeys(): Promise<Result<PasskeyQuestion>> {
  return asSelf(({ twoStep }, session) => twoStep.askPasskeys(session));
}

const text = z.string().max(10_000);
const Confirmation = z.union([
  z.strictObject({ password: text }),
  z.strictObject({ code: text }),
  z.strictObject({ passkey: z.unknown() }),
]);

/** Confirms that it is them, for 10 minutes. */
export async function confirmIdentity(input: unknown): Promise<Result<{ confirmed: true }>> {
  const read = Confirmation.safeParse(input);
  if (!read.success) return badInput(read.error);
  const visitor = await readVisitor();
  return asSelf(({ twoStep }, session) => twoStep.confirm(session, read.data, visitor));
}
