"use client";
import { Suspense, useState } from "react";
import { Button } from "#components/ui/controls/button.tsx";
import { PrefetchLink } from "#components/ui/controls/prefetch-link.tsx";
import { Card } from "#components/ui/layout/card.tsx";
import { lazyComponent } from "#components/ui/layout/lazy-component.tsx";

const LeaveOrganizationDialog = lazyComponent(() =>
  import("./leave-organization-dialog.tsx").then((file) => file.LeaveOrganizationDialog),
);

type LeaveOrganizationCardProps = {
  organization: string;
  isLastOwner: boolean;
  /** The organization to open afterwards; null when the member has no other. */
  next: string | null;
};

/** Lets a member leave the organization and says what goes with them; the only owner learns why they can't. */
export function LeaveOrganizationCard({ organization, isLastOwner, next }: LeaveOrganizationCardProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Card title={`Leave ${organization}`}>
      {isLastOwner ? (
        <p className="text-14 text-ink-2">
          You are the only owner, so you can't leave yet. Make someone else an owner first, in{" "}
          <PrefetchLink href="/members" className="underline underline-offset-2">
            Members
          </PrefetchLink>
          .
        </p>
      ) : (
        <>
          <p className="text-14 text-ink-2">Your keys and sessions there are revoked. Your posts and points stay.</p>
          <Button className="mt-3.5" aria-haspopup="dialog" onClick={() => setOpen(true)}>
            Leave organization
          </Button>
        </>
      )}
      {isOpen ? (
        <Suspense>
          <LeaveOrganizationDialog organization={organization} next={next} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </Card>
  );
}
