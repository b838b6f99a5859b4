"use server";
import * as z from "zod";
import { toInputFailure } from "#lib/actions/input-failure.ts";
import type { Result } from "#lib/contract/errors.ts";
import { callAsSignedIn, getVisitor } from "#lib/gateway/account/call-embedded-service.ts";
import { listMemberships } from "#lib/gateway/account/own-account.ts";
import { getServiceClient } from "#lib/gateway/service-client.ts";
import { closeSession, startSession } from "#lib/session/session.ts";

const Id = z.string().max(100);

/** Switches this browser to another member of the same account. */
export async function switchOrganization(input: unknown): Promise<Result<{ switched: true }>> {
  const asked = Id.safeParse(input);
  if (!asked.success) return toInputFailure(asked.error);
  const visitor = await getVisitor();
  const opened = await callAsSignedIn(({ accounts }, session) => accounts.switchMember(session, asked.data, visitor));
  if (opened.error) return { error: opened.error };
  await startSession(opened.ok);
  return { ok: { switched: true } };
}

const Name = z.string().max(1_000, "The organization's name must have 1 to 100 characters.");

/** Creates a further organization and switches to it. */
export async function createOrganization(input: unknown): Promise<Result<{ switched: true }>> {
  const asked = Name.safeParse(input);
  if (!asked.success) return toInputFailure(asked.error);
  const visitor = await getVisitor();
  const opened = await callAsSignedIn(({ accounts }, session) =>
    accounts.createOrganization(session, asked.data, visitor),
  );
  if (opened.error) return { error: opened.error };
  await startSession(opened.ok);
  return { ok: { switched: true } };
}

/**
 * Leaves the organization and switches to another one of the same person. Without another one the session has ended,
 * and the page signs out.
 */
export async function leaveOrganization(): Promise<Result<{ left: boolean }>> {
  const other = (await listMemberships()).find((one) => !one.isCurrent);
  const visitor = await getVisitor();
  // The new session is opened first, because an ended session can't open one.
  const opened = other
    ? await callAsSignedIn(({ accounts }, session) => accounts.switchMember(session, other.memberId, visitor))
    : null;
  const left = await (await getServiceClient()).leaveOrganization();
  if (left.error && opened?.ok) await closeSession(opened.ok);
  else if (opened?.ok) await startSession(opened.ok);
  return left;
}
