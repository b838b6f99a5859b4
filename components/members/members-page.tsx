"use client";
import { Search, UserPlus, Users } from "lucide-react";
import { useRouter } from "next/navigation";
import { Suspense, useState } from "react";
import { Button } from "#components/ui/controls/button.tsx";
import { LinkTabs } from "#components/ui/controls/link-tabs.tsx";
import { Pager } from "#components/ui/controls/pager.tsx";
import { TextInput } from "#components/ui/controls/text-input.tsx";
import { EmptyState } from "#components/ui/feedback/empty-state.tsx";
import { formatNumber } from "#components/ui/format-number.ts";
import { useShortcuts } from "#components/ui/keyboard/use-shortcuts.tsx";
import { lazyComponent } from "#components/ui/layout/lazy-component.tsx";
import { Page } from "#components/ui/layout/page.tsx";
import { useNow } from "#components/ui/use-now.ts";
import type { Invitation, Member } from "#lib/contract/types.ts";
import { getPathWithQuery, serializeParams } from "#lib/queries/search-params.ts";
import { InvitationList } from "./invitation-list.tsx";
import { MembersTable } from "./members-table.tsx";

const InviteDialog = lazyComponent(() => import("./invite-dialog.tsx").then((file) => file.InviteDialog));
const MemberDialog = lazyComponent(() => import("./member-dialog.tsx").then((file) => file.MemberDialog));

type MembersView = { state: "active" | "removed"; text: string; offset: number };
type MembersPageProps = {
  read: { members: Member[]; total: number; invitations: Invitation[] };
  view: MembersView;
  /** The listed member whose dialog a link opened; null for none. */
  openedId: string | null;
  /** Membership id of the signed-in member. */
  me: string;
  organization: { name: string; mail: boolean; active?: number | undefined };
  times: { nowMs: number; zone: string; clock: "24" | "12" };
};

const perPage = 100;

function getMembersPath({ state, text, offset }: MembersView): string {
  const params = { show: state, q: text, from: offset };
  return getPathWithQuery("/members", serializeParams(params, { show: "active", q: "", from: 0 }));
}

/** Lists members and invitations for administrators. */
export function MembersPage({ read, view, openedId, me, organization, times }: MembersPageProps) {
  const router = useRouter();
  const [isInviting, setInviting] = useState(false);
  const { members, total, invitations } = read;
  const [opened, setOpened] = useState(() => members.find(({ id }) => id === openedId) ?? null);
  const now = useNow(times.nowMs);
  useShortcuts("Members", [{ keys: "n", label: "Invite someone", run: () => setInviting(true) }]);

  return (
    <Page
      title="Members"
      note={organization.active === undefined ? null : `${formatNumber(organization.active)} in ${organization.name}`}
      actions={
        <Button
          variant="filled"
          keys="n"
          icon={<UserPlus className="size-4" />}
          aria-haspopup="dialog"
          onClick={() => setInviting(true)}
        >
          Invite
        </Button>
      }
    >
      <div className="grid gap-4">
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <LinkTabs
            label="Which members"
            tabs={[
              {
                href: getMembersPath({ ...view, state: "active", offset: 0 }),
                label: "Active",
                current: view.state === "active",
              },
              {
                href: getMembersPath({ ...view, state: "removed", offset: 0 }),
                label: "Deactivated",
                current: view.state === "removed",
              },
            ]}
          />
          <form className="relative max-sm:w-full" action="/members">
            {view.state === "removed" ? <input type="hidden" name="show" value="removed" /> : null}
            <Search className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-ink-3" />
            <TextInput
              type="search"
              name="q"
              key={view.text}
              defaultValue={view.text}
              aria-label="Search by name or e-mail"
              placeholder="Name or e-mail"
              maxLength={200}
              className="w-64! pl-9! max-sm:w-full!"
            />
          </form>
        </div>
        {members.length === 0 ? (
          <EmptyState icon={<Users />} title={view.text ? "No members found" : "No deactivated members"}>
            {view.text ? "Try another name, or the other tab." : "Members who left or were deactivated appear here."}
          </EmptyState>
        ) : (
          <MembersTable
            members={members}
            me={me}
            now={now}
            onOpen={(id) => setOpened(members.find((one) => one.id === id) ?? null)}
          />
        )}
        <Pager
          getPath={(page) => getMembersPath({ ...view, offset: (page - 1) * perPage })}
          page={Math.floor(view.offset / perPage) + 1}
          pageSize={perPage}
          visibleCount={members.length}
          total={total}
          labels={["Previous", "Next"]}
        />
        {view.state === "active" ? (
          <InvitationList invitations={invitations} times={{ now, zone: times.zone, clock: times.clock }} />
        ) : null}
      </div>
      <Suspense>
        {isInviting ? (
          <InviteDialog
            organization={organization}
            onClose={() => {
              setInviting(false);
              router.refresh();
            }}
          />
        ) : null}
        {opened ? (
          <MemberDialog
            member={opened}
            isMe={opened.id === me}
            times={{ zone: times.zone, clock: times.clock }}
            onChanged={(changed) => setOpened((now) => (now?.id === changed.id ? changed : now))}
            onClose={() => setOpened(null)}
          />
        ) : null}
      </Suspense>
    </Page>
  );
}
