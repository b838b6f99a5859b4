"use server";
import * as z from "zod";
import { toInputFailure } from "#lib/actions/input-failure.ts";
import type { Result } from "#lib/contract/errors.ts";
import { connectAppAsSignedIn } from "#lib/gateway/account/connect-app.ts";

const Input = z.object({ search: z.string().max(4_000), draftsOnly: z.boolean() });

/** Connects the app of an authorization request. The answer is the address that returns to the app. */
export async function connectApp(input: unknown): Promise<Result<{ url: string }>> {
  const asked = Input.safeParse(input);
  return asked.success ? connectAppAsSignedIn(asked.data) : toInputFailure(asked.error);
}
