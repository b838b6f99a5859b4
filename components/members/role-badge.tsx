import { Crown, ShieldCheck, User } from "lucide-react";
import { Badge } from "#components/ui/feedback/badge.tsx";

const roles: Record<string, { label: string; icon: typeof User }> = {
  owner: { label: "Owner", icon: Crown },
  admin: { label: "Administrator", icon: ShieldCheck },
  member: { label: "Member", icon: User },
};

/** Returns a role's label; an unknown role keeps its own name. */
export function getRoleLabel(role: string): string {
  return Object.hasOwn(roles, role) ? (roles[role]?.label ?? role) : role;
}

export function RoleBadge({ role }: { role: string }) {
  const Icon = (Object.hasOwn(roles, role) ? roles[role]?.icon : undefined) ?? User;
  return <Badge icon={<Icon className="size-3.5" />}>{getRoleLabel(role)}</Badge>;
}
