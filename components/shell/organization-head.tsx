import { ChevronsUpDown } from "lucide-react";
import { Avatar, getInitial } from "#components/ui/layout/avatar.tsx";
import type { ShellOrganization } from "./organization/organization-menu.tsx";
import { OrganizationSwitcher } from "./organization/organization-switcher.tsx";

const line =
  "flex min-h-11 items-center gap-2.5 rounded-control px-2 transition-colors duration-120 max-lg:justify-center max-lg:px-0";

/** Whose desk this is, at the head of the rail; for who belongs to several, the way to the others. */
export function OrganizationHeader({ organization }: { organization: ShellOrganization }) {
  const { name, note, others = [], mayCreate = false } = organization;
  const head = (
    <>
      <Avatar name={getInitial(name)} size="small" tone="ink" square />
      <span className="min-w-0 flex-1 text-left leading-[1.125rem] max-lg:sr-only">
        <span className="block truncate text-14 font-semibold">{name}</span>
        {note ? <span className="block truncate text-12 text-ink-3">{note}</span> : null}
      </span>
    </>
  );
  if (others.length === 0 && !mayCreate) return <div className={line}>{head}</div>;
  return (
    <OrganizationSwitcher organization={organization} className={`${line} w-full hover:bg-sunk`}>
      {head}
      <span className="sr-only">Switch organization</span>
      <ChevronsUpDown className="size-4 text-ink-3 max-lg:hidden" />
    </OrganizationSwitcher>
  );
}
