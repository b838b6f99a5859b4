"use client";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { showToast } from "#components/ui/feedback/toast.tsx";
import type { NewToast } from "#components/ui/feedback/toast-store.ts";
import { runMemberAction, updateMember } from "#lib/actions/members.ts";
import type { Failure, Result } from "#lib/contract/errors.ts";
import type { Member } from "#lib/contract/types.ts";
import { toReadFailure } from "#lib/queries/read-resource.ts";

type MemberActionName = "makeOwner" | "transferOwnership" | "deactivateMember" | "reactivateMember";
type MemberActionOptions = Pick<NewToast, "undo" | "act">;

/** Returns the actions on one member, each with a toast and, where possible, an undo. */
export function useMemberActions(member: Member, onChanged: (member: Member) => void) {
  const router = useRouter();
  const [failure, setFailure] = useState<Failure | null>(null);
  const [busy, setBusy] = useState<string | null>(null);
  const { id, name } = member;

  async function run(
    action: string,
    request: () => Promise<Result<Member>>,
    message: string,
    options: MemberActionOptions = {},
  ) {
    setBusy(action);
    const result = await request().catch((error: unknown): Result<Member> => ({ error: toReadFailure(error) }));
    setBusy(null);
    setFailure(result.error ?? null);
    if (result.error) return false;
    onChanged(result.ok);
    showToast({ message, kind: "member", ...options });
    router.refresh();
    return true;
  }
  const change = (
    action: string,
    to: { name?: string; role?: "admin" | "member" },
    message: string,
    undo?: NewToast["undo"],
  ) => run(action, () => updateMember({ id, change: to }), message, undo && { undo });
  const runAction = (action: MemberActionName, message: string, options?: MemberActionOptions) =>
    run(action, () => runMemberAction({ id, act: action }), message, options);
  const reactivate = () => runAction("reactivateMember", `${name} is reactivated and needs to sign in again`);

  return {
    failure,
    busy,
    rename: (to: string) =>
      change("rename", { name: to }, `${name} renamed to ${to}`, () =>
        change("rename", { name }, `${name} renamed back`),
      ),
    promote: () =>
      change("promote", { role: "admin" }, `${name} is an administrator`, () =>
        change("demote", { role: "member" }, `${name} is a member again`),
      ),
    // An owner becomes an administrator, an administrator becomes a member.
    demote: () => {
      const to = member.role === "owner" ? "admin" : "member";
      return change("demote", { role: to }, `${name} is ${to === "admin" ? "an administrator" : "a member"}`);
    },
    makeOwner: () => runAction("makeOwner", `${name} is an owner`),
    transfer: () => runAction("transferOwnership", `${name} owns the organization now; you are an administrator`),
    deactivate: () =>
      runAction("deactivateMember", `${name} deactivated`, {
        act: { label: "Reactivate", run: () => void reactivate() },
      }),
    reactivate,
  };
}
