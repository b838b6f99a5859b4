"use client";
import { Link2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Button } from "#components/ui/controls/button.tsx";
import { Banner } from "#components/ui/feedback/banner.tsx";
import { showToast } from "#components/ui/feedback/toast.tsx";
import { Card } from "#components/ui/layout/card.tsx";
import { revokeInvitation } from "#lib/actions/members.ts";
import type { Failure } from "#lib/contract/errors.ts";
import { describeFailure } from "#lib/contract/messages/describe-failure.ts";
import type { Invitation } from "#lib/contract/types.ts";
import { toReadFailure } from "#lib/queries/read-resource.ts";
import { formatInstant, formatRelativeDate } from "#lib/time/format.ts";
import { getRoleLabel } from "./role-badge.tsx";

type InvitationListProps = {
  invitations: readonly Invitation[];
  times: { now: Date; zone: string; clock: "24" | "12" };
};

/** Lists usable invitation links and revokes them. */
export function InvitationList({ invitations, times }: InvitationListProps) {
  const router = useRouter();
  const [busy, setBusy] = useState<string | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);

  async function revoke({ id, email }: Invitation) {
    setBusy(id);
    const result = await revokeInvitation({ id }).catch((error: unknown) => ({ error: toReadFailure(error) }));
    setBusy(null);
    setFailure(result.error ?? null);
    if (result.error) return;
    showToast({ message: `${email === null ? "Invitation" : `Invitation for ${email}`} revoked` });
    router.refresh();
  }

  return (
    <section aria-labelledby="invitations-title" className="mt-4">
      <h2 id="invitations-title" className="mb-2 text-17 font-semibold">
        Open invitations
      </h2>
      {failure ? (
        <Banner tone="failed" role="alert" className="mb-3">
          {describeFailure(failure).what} {describeFailure(failure).safe} {describeFailure(failure).next}
        </Banner>
      ) : null}
      {invitations.length === 0 ? (
        <p className="text-14 text-ink-3">No open invitations.</p>
      ) : (
        <Card flush>
          <ul aria-label="Open invitations">
            {invitations.map((one) => (
              <li
                key={one.id}
                className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b px-[18px] py-3 last:border-b-0"
              >
                <Link2 className="size-4 shrink-0 text-ink-3" />
                <span className="min-w-0 flex-1 basis-48 leading-4.5">
                  <span className="block truncate text-14 font-medium">{one.email ?? "Anyone with the link"}</span>
                  <span className="block text-13 text-ink-3">
                    As {getRoleLabel(one.role).toLowerCase()}, by {one.made_by.name}. Expires{" "}
                    <time
                      dateTime={one.expires_at}
                      title={formatInstant(new Date(one.expires_at), times.zone, { clock: times.clock })}
                    >
                      {formatRelativeDate(new Date(one.expires_at), times.now, times.zone)}
                    </time>
                    .
                  </span>
                </span>
                <Button size="small" pending={busy === one.id} onClick={() => void revoke(one)}>
                  Revoke<span className="sr-only"> the invitation for {one.email ?? `${one.made_by.name}'s link`}</span>
                </Button>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </section>
  );
}
