"use client";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { showToast } from "#components/ui/feedback/toast.tsx";
import { runMemberAction, updateMember } from "#lib/actions/members.ts";
import type { Failure, Result } from "#lib/contract/errors.ts";
import type { Member } from "#lib/contract/types.ts";
import { toReadFailure } from "#lib/queries/read-resource.ts";

type MemberActionName = "makeOwner" | "transferOwnership" | "deactivateMember" | "reactivateMember";
type MemberActionOptions = { undo?: () => void; act?: { label: string; run: () => void } };

/** Returns the actions on one member, each with a toast and, where possible, an undo. */
export function useMemberActions(member: Member, onChanged: (member: Member) => void) {
  const router = useRouter();
  const [failure, setFailure] = useState<Failure | null>(null);
  const [busy, setBusy] = useState<string | null>(null);
  const { id, name } = member;

  async function run(what: string, act: () => Promise<Result<Member>>, words: string, more: MemberActionOptions = {}) {
    setBusy(what);
    const answer = await act().catch((error: unknown): Result<Member> => ({ error: toReadFailure(error) }));
    setBusy(null);
    setFailure(answer.error ?? null);
    if (answer.error) return false;
    onChanged(answer.ok);
    showToast({ message: words, ...more });
    router.refresh();
    return true;
  }
  const change = (what: string, to: { name?: string; role?: "admin" | "member" }, words: string, undo?: () => void) =>
    run(what, () => updateMember({ id, change: to }), words, undo && { undo });
  const act = (what: MemberActionName, words: string, more?: MemberActionOptions) =>
    run(what, () => runMemberAction({ id, act: what }), words, more);
  const reactivate = () => act("reactivateMember", `${name} is reactivated and needs to sign in again`);

  return {
    failure,
    busy,
    rename: (to: string) =>
      change("rename", { name: to }, `${name} renamed to ${to}`, () => {
        void change("rename", { name }, `${name} renamed back`);
      }),
    promote: () =>
      change("promote", { role: "admin" }, `${name} is an administrator`, () => {
        void change("demote", { role: "member" }, `${name} is a member again`);
      }),
    // An owner becomes an administrator, an administrator becomes a member.
    demote: () => {
      const to = member.role === "owner" ? "admin" : "member";
      return change("demote", { role: to }, `${name} is ${to === "admin" ? "an administrator" : "a member"}`);
    },
    makeOwner: () => act("makeOwner", `${name} is an owner`),
    transfer: () => act("transferOwnership", `${name} owns the organization now; you are an administrator`),
    deactivate: () =>
      act("deactivateMember", `${name} deactivated`, { act: { label: "Reactivate", run: () => void reactivate() } }),
    reactivate,
  };
}
