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
        Your keys and sessions there are revoked. Your posts and points stay.
        {isOwner ? " The last owner can’t leave: make someone else an owner first, in Members." : ""}
      </p>
      <Button className="mt-3.5" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Leave organization
      </Button>
      {isOpen ? (
        <Suspense>
          <LeaveOrganizationDialog organization={organization} next={next} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </Card>
  );
}
