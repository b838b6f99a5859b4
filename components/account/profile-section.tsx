import { BookOpen, Check } from "lucide-react";
import { ButtonLink } from "#components/ui/controls/button-link.tsx";
import { Badge } from "#components/ui/feedback/badge.tsx";
import { Card } from "#components/ui/layout/card.tsx";
import { InitialsAvatar } from "#components/ui/layout/initials-avatar.tsx";
import { getScopeLabel } from "#lib/contract/scopes.ts";
import type { Identity, MediaUsage } from "#lib/contract/types.ts";
import { formatCount } from "#lib/text/format-count.ts";
import { LeaveOrganizationCard } from "./leave-organization-card.tsx";
import { RenameSelfButton } from "./rename-self-button.tsx";
import { SignOutButton } from "./sign-out-button.tsx";

type ProfileSectionProps = {
  identity: Identity;
  /** Null when the service does not report usage. */
  images: MediaUsage | null;
  mayRename: boolean;
};

/** Shows who is signed in, with sign-out. */
export function ProfileSection({ identity, images, mayRename }: ProfileSectionProps) {
  const { org, membership } = identity;
  return (
    <section id="account" aria-label="Account" className="grid scroll-mt-20 gap-3.5">
      <Card>
        <div className="flex flex-wrap items-center gap-3.5">
          <InitialsAvatar name={membership.name} size="large" />
          <div className="mr-auto min-w-0">
            <div className="flex items-center gap-x-1">
              <h2 className="truncate text-17 font-semibold">{membership.name}</h2>
              {mayRename ? <RenameSelfButton name={membership.name} /> : null}
            </div>
            <p className="truncate text-14 text-ink-3">{membership.email}</p>
          </div>
          <Badge tone="accent">{getRoleLabel(membership.role)}</Badge>
        </div>
        <dl className="mt-4 grid grid-cols-[fit-content(50%)_minmax(0,1fr)] gap-x-6 wrap-anywhere gap-y-1.5 border-t pt-4 text-14 [&>dt]:text-ink-3">
          <dt>Organization</dt>
          <dd className="truncate">{org.name}</dd>
          <dt>Short name</dt>
          <dd className="truncate font-mono text-13">{org.slug}</dd>
          {images ? (
            <>
              <dt>Image storage</dt>
              <dd>
                {formatByteSize(images.bytes)}
                {images.bytes_max === null ? null : ` of ${formatByteSize(images.bytes_max)}`}
              </dd>
            </>
          ) : null}
        </dl>
      </Card>
      <div className="flex flex-wrap gap-2">
        <SignOutButton />
        <ButtonLink href="/docs" variant="quiet" icon={<BookOpen className="size-4" />}>
          Documentation
        </ButtonLink>
      </div>
    </section>
  );
}

type MembershipSectionProps = {
  identity: Identity;
  /** How the member leaves the organization; null when the service does not offer it. */
  leaving: { next: string | null; isLastOwner: boolean } | null;
};

/** Shows what the member may do in the organization, and how to leave it. */
export function MembershipSection({ identity, leaving }: MembershipSectionProps) {
  const { org, scopes } = identity;
  return (
    <section id="membership" aria-label="Permissions" className="grid scroll-mt-20 gap-3.5">
      <Card title="Permissions" aside={formatCount(scopes.length, "scope")}>
        {scopes.length === 0 ? (
          <p className="text-14 text-ink-2">None. Sign in with a key that has scopes.</p>
        ) : (
          <ul className="grid gap-2">
            {scopes.map((scope) => {
              const sentence = getScopeLabel(scope, identity.membership.role);
              return (
                <li key={scope} className="flex gap-2.5 text-14">
                  <Check className="mt-0.5 size-4 text-published" />
                  <span className="flex min-w-0 flex-wrap items-baseline gap-x-2.5 wrap-anywhere">
                    {sentence}
                    {sentence === scope ? null : <code className="font-mono text-12 text-ink-3">{scope}</code>}
                  </span>
                </li>
              );
            })}
          </ul>
        )}
      </Card>
      {leaving ? (
        <LeaveOrganizationCard organization={org.name} isLastOwner={leaving.isLastOwner} next={leaving.next} />
      ) : null}
    </section>
  );
}

const megabyte = 1024 * 1024;

/** Formats bytes as `120 MB` or `2 GB`, rounded up so that existing data is never 0. */
function formatByteSize(bytes: number): string {
  const megabytes = Math.ceil(bytes / megabyte);
  return megabytes < 1024 ? `${megabytes} MB` : `${Number((megabytes / 1024).toFixed(1))} GB`;
}

const roleLabels: Record<string, string> = { owner: "Owner", admin: "Administrator", member: "Member" };

/** Returns a role's label; an unknown role keeps its own name. */
function getRoleLabel(role: string): string {
  const known = Object.hasOwn(roleLabels, role) ? roleLabels[role] : undefined;
  return known ?? `${role.charAt(0).toUpperCase()}${role.slice(1)}`;
}
