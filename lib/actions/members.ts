"use server";
import * as z from "zod";
import { api } from "#lib/contract/api.ts";
import type { Result } from "#lib/contract/errors.ts";
import type { Identity, Invitation, Member } from "#lib/contract/types.ts";
import { getServiceClient } from "#lib/gateway/service-client.ts";
import { toInputFailure } from "./input-failure.ts";

const id = z.string().min(1).max(200);
const One = z.object({ id });

type Invited = z.infer<typeof api.createInvitation.data>;
/** Invites a person. Only this answer contains the link. */
export async function createInvitation(input: unknown): Promise<Result<Invited>> {
  const asked = api.createInvitation.body.safeParse(input);
  return asked.success ? (await getServiceClient()).createInvitation(asked.data) : toInputFailure(asked.error);
}

/** Revokes an unused invitation. */
export async function revokeInvitation(input: unknown): Promise<Result<Invitation>> {
  const asked = One.safeParse(input);
  return asked.success ? (await getServiceClient()).revokeInvitation(asked.data) : toInputFailure(asked.error);
}

const Change = z.object({ id, change: api.changeMember.body });
/** Renames a member, or changes their role to one below owner. */
export async function updateMember(input: unknown): Promise<Result<Member>> {
  const asked = Change.safeParse(input);
  if (!asked.success) return toInputFailure(asked.error);
  return (await getServiceClient()).changeMember({ id: asked.data.id, ...asked.data.change });
}

/** Changes one's own name. */
export async function updateOwnName(input: unknown): Promise<Result<Identity>> {
  const asked = api.changeMe.body.safeParse({ name: input });
  return asked.success ? (await getServiceClient()).changeMe(asked.data) : toInputFailure(asked.error);
}

type Reset = z.infer<typeof api.createResetLink.data>;
/** Creates a link with which a member sets a new password. Only this answer contains the link. */
export async function createResetLink(input: unknown): Promise<Result<Reset>> {
  const asked = One.safeParse(input);
  return asked.success ? (await getServiceClient()).createResetLink(asked.data) : toInputFailure(asked.error);
}

/** Removes a member's authenticator app and recovery codes; the member gets an e-mail. */
export async function removeMemberTwoStep(input: unknown): Promise<Result<{ id: string; removed: boolean }>> {
  const asked = One.safeParse(input);
  return asked.success ? (await getServiceClient()).removeMemberTwoStep(asked.data) : toInputFailure(asked.error);
}

const Act = z.object({ id, act: z.enum(["makeOwner", "transferOwnership", "deactivateMember", "reactivateMember"]) });
/** Runs an action on a member that needs no further input. */
export async function runMemberAction(input: unknown): Promise<Result<Member>> {
  const asked = Act.safeParse(input);
  if (!asked.success) return toInputFailure(asked.error);
  return (await getServiceClient())[asked.data.act]({ id: asked.data.id });
}

const Planned = z.object({ id, change: api.changePlanned.body });
/** Reassigns or cancels the scheduled posts of a deactivated member. */
export async function updatePlannedPosts(
  input: unknown,
): Promise<Result<{ changed: number; drafts: number; left: number }>> {
  const asked = Planned.safeParse(input);
  if (!asked.success) return toInputFailure(asked.error);
  return (await getServiceClient()).changePlanned({ id: asked.data.id, ...asked.data.change });
}
