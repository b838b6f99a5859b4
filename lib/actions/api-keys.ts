"use server";
import * as z from "zod";
import { api } from "#lib/contract/api.ts";
import type { Result } from "#lib/contract/errors.ts";
import type { ApiKey, Identity } from "#lib/contract/types.ts";
import { gateway } from "#lib/gateway/service-client.ts";
import { tryKey } from "#lib/gateway/account/api-keys.ts";
import { badInput } from "./input-failure.ts";

type WithValue = ApiKey & { value: string };
const id = z.string().min(1).max(200);

/** Creates a key. Its value is in this answer and nowhere else. */
export async function createKey(input: unknown): Promise<Result<WithValue>> {
  const asked = api.createKey.body.safeParse(input);
  return asked.success ? (await gateway()).createKey(asked.data) : badInput(asked.error);
}

const Rename = api.changeKey.body.extend({ id });
export async function renameKey(input: unknown): Promise<Result<ApiKey>> {
  const asked = Rename.safeParse(input);
  return asked.success ? (await gateway()).changeKey(asked.data) : badInput(asked.error);
}

const Rotate = api.rotateKey.body.extend({ id });
/** Gives it a new value, which is in this answer and nowhere else. */
export async function rotateKey(input: unknown): Promise<Result<WithValue>> {
  const asked = Rotate.safeParse(input);
  return asked.success ? (await gateway()).rotateKey(asked.data) : badInput(asked.error);
}

const One = z.object({ id });
/** At once and for good. */
export async function revokeKey(input: unknown): Promise<Result<{ id: string; revoked: boolean }>> {
  const asked = One.safeParse(input);
  return asked.success ? (await gateway()).revokeKey(asked.data) : badInput(asked.error);
}

// A key goes into a header: what is not plain printable ASCII can't be one.
const Value = z.object({ value: z.string().regex(/^[\x21-\x7e]{1,500}$/) });

/** Asks with a key that was just shown who it acts as. */
export async function tryOutKey(input: unknown): Promise<Result<Identity>> {
  const asked = Value.safeParse(input);
  return asked.success ? tryKey(asked.data.value) : badInput(asked.error);
}
