"use client";
import { Suspense, useState } from "react";
import { Button } from "#components/ui/controls/button.tsx";
import { Card } from "#components/ui/layout/card.tsx";
import { lazyComponent } from "#components/ui/layout/lazy-component.tsx";

const LeaveOrganizationDialog = lazyComponent(() =>
  import("./leave-organization-dialog.tsx").then((file) => file.LeaveOrganizationDialog),
);

type LeaveOrganizationCardProps = {
  organization: string;
  isOwner: boolean;
  /** The organization to open afterwards; null when the member has no other. */
  next: string | null;
};

/** Lets a member leave the organization and says what goes with them. */
export function LeaveOrganizationCard({ organization, isOwner, next }: LeaveOrganizationCardProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Card title={`Leave ${organization}`}>
      <p className="text-14 text-ink-2">
        Your keys and sessions there end. Your history and points stay with the organization.
        {isOwner ? " Its last owner can’t leave: make somebody else an owner first, on the page Members." : ""}
      </p>
      <Button className="mt-3.5" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Leave the organization
      </Button>
      {isOpen ? (
        <Suspense>
          <LeaveOrganizationDialog organization={organization} next={next} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </Card>
  );
}
