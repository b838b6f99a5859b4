import { Crown, ShieldCheck, User } from "lucide-react";
import { Badge } from "#components/ui/feedback/badge.tsx";

const known: Record<string, { word: string; icon: typeof User }> = {
  owner: { word: "Owner", icon: Crown },
  admin: { word: "Administrator", icon: ShieldCheck },
  member: { word: "Member", icon: User },
};

/** Returns a role's label; an unknown role keeps its own name. */
export function getRoleLabel(role: string): string {
  return Object.hasOwn(known, role) ? (known[role]?.word ?? role) : role;
}

export function RoleBadge({ role }: { role: string }) {
  const Icon = (Object.hasOwn(known, role) ? known[role]?.icon : undefined) ?? User;
  return <Badge icon={<Icon className="size-[13px]" />}>{getRoleLabel(role)}</Badge>;
}
