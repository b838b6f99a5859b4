"use client";
import { useRouter } from "next/navigation";
import { useOptimistic, useTransition } from "react";
import { SegmentedControl } from "#components/ui/controls/segmented-control.tsx";
import { rememberScope } from "#lib/queries/scope.ts";

export type ScopeSwitchProps = {
  memberId: string;
  /** Null while the page shows the posts of one other member. */
  scope: "mine" | "everyone" | null;
  /** The page's address without a member, for a page whose address may name one. */
  path?: string;
};

const options = [
  { value: "mine", label: "Mine" },
  { value: "everyone", label: "Everyone" },
] as const;

/** Switches every page between a member's own posts and everyone's that they see. */
export function ScopeSwitch({ memberId, scope, path }: ScopeSwitchProps) {
  const router = useRouter();
  const [isPending, startTransition] = useTransition();
  const [shown, setShown] = useOptimistic(scope);
  return (
    <span aria-busy={isPending}>
      <SegmentedControl
        label="Posts of"
        options={options}
        value={shown}
        onChange={(next) => {
          rememberScope(memberId, next === "everyone");
          startTransition(() => {
            setShown(next);
            if (path !== undefined) router.replace(path, { scroll: false });
            router.refresh();
          });
        }}
      />
    </span>
  );
}
