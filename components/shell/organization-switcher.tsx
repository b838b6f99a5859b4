"use client";
import { Check, ChevronsUpDown, Plus } from "lucide-react";
import { Suspense, useRef, useState } from "react";
import { Avatar } from "#components/ui/avatar";
import { later } from "#components/ui/later";
import { actAs } from "./act-as.ts";
import { open } from "./opened.tsx";

export type ShellOrganization = {
  name: string;
  note?: string;
  /** The other organizations of the same person, and the member they are there. */
  others?: readonly { memberId: string; name: string }[];
  /** Whether this person may make another. */
  mayCreate?: boolean;
};
const MenuAt = later(() => import("#components/ui/menu-at").then((file) => file.MenuAt));

/** Whose desk this is, at the head of the rail; for who belongs to several, the way to the others. */
export function OrganizationSwitcher({ organization }: { organization: ShellOrganization }) {
  const { name, note, others = [], mayCreate = false } = organization;
  const button = useRef<HTMLButtonElement>(null);
  const [at, setAt] = useState<{ x: number; y: number } | null>(null);
  const head = (
    <>
      <Avatar name={name.slice(0, 1)} size="small" tone="ink" square />
      <span className="min-w-0 flex-1 text-left leading-[1.125rem] max-lg:sr-only">
        <span className="block truncate text-14 font-semibold">{name}</span>
        {note ? <span className="block truncate text-12 text-ink-3">{note}</span> : null}
      </span>
    </>
  );
  if (others.length === 0 && !mayCreate) return <div className={`${line} max-lg:px-0`}>{head}</div>;

  function press() {
    const box = button.current?.getBoundingClientRect();
    setAt(box ? { x: box.left, y: box.bottom } : null);
  }

  const items = [
    { id: "here", label: `${name} (here)`, icon: <Check className="size-4" />, onSelect: () => undefined },
    ...others.map((other) => ({
      id: other.memberId,
      label: other.name,
      icon: <span className="size-4" />,
      onSelect: () => void actAs(other.memberId),
    })),
    ...(mayCreate
      ? [
          {
            id: "new",
            label: "New organization…",
            icon: <Plus className="size-4" />,
            parted: true,
            onSelect: () => open("organization"),
          },
        ]
      : []),
  ];
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-haspopup="menu"
        aria-expanded={at !== null}
        title={`${name}: switch organization`}
        onClick={press}
        className={`${line} w-full hover:bg-sunk`}
      >
        {head}
        <span className="sr-only">Switch organization</span>
        <ChevronsUpDown className="size-4 text-ink-3 max-lg:hidden" />
      </button>
      {at ? (
        <Suspense>
          <MenuAt label="Organizations" at={at} items={items} opener={button.current} onClose={() => setAt(null)} />
        </Suspense>
      ) : null}
    </>
  );
}

const line =
  "flex min-h-11 items-center gap-2.5 rounded-control px-2 transition-colors duration-120 max-lg:justify-center max-lg:px-0";
