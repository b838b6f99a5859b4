"use server";
import * as z from "zod";
import { api } from "#lib/contract/api.ts";
import type { Result } from "#lib/contract/errors.ts";
import type { Identity, Invitation, Member } from "#lib/contract/types.ts";
import { gateway } from "#lib/gateway/service-client.ts";
import { badInput } from "./input-failure.ts";

const id = z.string().min(1).max(200);
const One = z.object({ id });

type Invited = z.infer<typeof api.createInvitation.data>;
/** Invites somebody. The link is in this answer and nowhere else. */
export async function createInvitation(input: unknown): Promise<Result<Invited>> {
  const asked = api.createInvitation.body.safeParse(input);
  return asked.success ? (await gateway()).createInvitation(asked.data) : badInput(asked.error);
}

/** Ends an invitation that nobody has used. */
export async function revokeInvitation(input: unknown): Promise<Result<Invitation>> {
  const asked = One.safeParse(input);
  return asked.success ? (await gateway()).revokeInvitation(asked.data) : badInput(asked.error);
}

const Change = z.object({ id, change: api.changeMember.body });
/** Renames a member, or changes their role below owner. */
export async function changeMember(input: unknown): Promise<Result<Member>> {
  const asked = Change.safeParse(input);
  if (!asked.success) return badInput(asked.error);
  return (await gateway()).changeMember({ id: asked.data.id, ...asked.data.change });
}

/** Changes one's own name. */
export async function changeOwnName(input: unknown): Promise<Result<Identity>> {
  const asked = api.changeMe.body.safeParse({ name: input });
  return asked.success ? (await gateway()).changeMe(asked.data) : badInput(asked.error);
}

type Reset = z.infer<typeof api.createResetLink.data>;
/** A link with which a member sets a new password. It is in this answer and nowhere else. */
export async function createResetLink(input: unknown): Promise<Result<Reset>> {
  const asked = One.safeParse(input);
  return asked.success ? (await gateway()).createResetLink(asked.data) : badInput(asked.error);
}

/** Removes a member's authenticator app and recovery codes; they are told by e-mail. */
export async function removeMemberTwoStep(input: unknown): Promise<Result<{ id: string; removed: boolean }>> {
  const asked = One.safeParse(input);
  return asked.success ? (await gateway()).removeMemberTwoStep(asked.data) : badInput(asked.error);
}

const Act = z.object({ id, act: z.enum(["makeOwner", "transferOwnership", "deactivateMember", "reactivateMember"]) });
/** What a member becomes without further words. */
export async function actOnMember(input: unknown): Promise<Result<Member>> {
  const asked = Act.safeParse(input);
  if (!asked.success) return badInput(asked.error);
  return (await gateway())[asked.data.act]({ id: asked.data.id });
}

const Planned = z.object({ id, change: api.changePlanned.body });
/** Reassigns or cancels what a deactivated member had scheduled. */
export async function changePlanned(
  input: unknown,
): Promise<Result<{ changed: number; drafts: number; left: number }>> {
  const asked = Planned.safeParse(input);
  if (!asked.success) return badInput(asked.error);
  return (await gateway()).changePlanned({ id: asked.data.id, ...asked.data.change });
}
