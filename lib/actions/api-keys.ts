"use server";
import * as z from "zod";
import { api } from "#lib/contract/api.ts";
import type { Result } from "#lib/contract/errors.ts";
import type { ApiKey, Identity } from "#lib/contract/types.ts";
import { identifyApiKey } from "#lib/gateway/account/api-keys.ts";
import { getServiceClient } from "#lib/gateway/service-client.ts";
import { toInputFailure } from "./input-failure.ts";

type WithValue = ApiKey & { value: string };
const id = z.string().min(1).max(200);

/** Creates an API key. Only this answer contains its value. */
export async function createApiKey(input: unknown): Promise<Result<WithValue>> {
  const asked = api.createKey.body.safeParse(input);
  return asked.success ? (await getServiceClient()).createKey(asked.data) : toInputFailure(asked.error);
}

const Rename = api.changeKey.body.extend({ id });
export async function renameApiKey(input: unknown): Promise<Result<ApiKey>> {
  const asked = Rename.safeParse(input);
  return asked.success ? (await getServiceClient()).changeKey(asked.data) : toInputFailure(asked.error);
}

const Rotate = api.rotateKey.body.extend({ id });
/** Gives a key a new value. Only this answer contains it. */
export async function rotateApiKey(input: unknown): Promise<Result<WithValue>> {
  const asked = Rotate.safeParse(input);
  return asked.success ? (await getServiceClient()).rotateKey(asked.data) : toInputFailure(asked.error);
}

const Revoke = api.revokeKey.query.extend({ id });
/** Revokes a key immediately and permanently, by default with what it made. */
export async function revokeApiKey(input: unknown): Promise<Result<{ id: string; revoked: boolean }>> {
  const asked = Revoke.safeParse(input);
  return asked.success ? (await getServiceClient()).revokeKey(asked.data) : toInputFailure(asked.error);
}

// A key becomes a header, so anything but printable ASCII is no key.
const Value = z.object({ value: z.string().regex(/^[\x21-\x7e]{1,500}$/) });

/** Returns the identity that a newly shown key acts as. */
export async function testApiKey(input: unknown): Promise<Result<Identity>> {
  const asked = Value.safeParse(input);
  return asked.success ? identifyApiKey(asked.data.value) : toInputFailure(asked.error);
}
