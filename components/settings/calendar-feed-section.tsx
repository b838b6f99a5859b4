"use client";
import { CalendarPlus } from "lucide-react";
import { useState } from "react";
import { Button } from "#components/ui/controls/button.tsx";
import { CopyButton } from "#components/ui/controls/copy-button.tsx";
import { TextInput } from "#components/ui/controls/text-input.tsx";
import { Banner } from "#components/ui/feedback/banner.tsx";
import { Card } from "#components/ui/layout/card.tsx";
import { Section } from "#components/ui/layout/section.tsx";
import { Dialog } from "#components/ui/overlays/dialog.tsx";
import { createCalendarFeed, revokeCalendarFeed } from "#lib/actions/calendar-feed.ts";
import type { Failure, Result } from "#lib/contract/errors.ts";
import { describeChangeSafety } from "#lib/contract/messages/change-safety.ts";
import { usePreferences } from "#lib/queries/preferences-context.ts";
import { toReadFailure } from "#lib/queries/read-resource.ts";
import { formatRelativeDate } from "#lib/time/format.ts";

/** The member's private calendar feed as the service reports it. */
export type CalendarFeed = { active: boolean; created_at: string | null; last_read_at: string | null };

type FeedConfirmation = "renew" | "revoke" | null;

/** Creates a private address that other calendars subscribe to, shows it once, and revokes it. */
export function CalendarFeedSection({ feed: first, now }: { feed: CalendarFeed; now: Date }) {
  const { zone } = usePreferences();
  const [feed, setFeed] = useState(first);
  const [url, setUrl] = useState<string | null>(null);
  const [confirmation, setConfirmation] = useState<FeedConfirmation>(null);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);

  async function run<T>(request: () => Promise<Result<T>>, onSuccess: (value: T) => void) {
    setBusy(true);
    const result = await request().catch((error: unknown): Result<T> => ({ error: toReadFailure(error) }));
    setBusy(false);
    setConfirmation(null);
    setFailure(result.error ?? null);
    if (!result.error) onSuccess(result.ok);
  }
  const createLink = () =>
    run(createCalendarFeed, ({ url: newUrl }) => {
      setUrl(newUrl);
      setFeed({ active: true, created_at: new Date().toISOString(), last_read_at: null });
    });
  const revoke = () =>
    run(revokeCalendarFeed, () => {
      setUrl(null);
      setFeed({ active: false, created_at: null, last_read_at: null });
    });

  return (
    <Section
      id="feed"
      title="Calendar feed"
      note="Subscribe to your scheduled posts in Google, Apple or Outlook. Anyone with the link can read them."
    >
      <Card edge={url ? "gold" : "plain"}>
        <div className="grid gap-3">
          <div role="status" className="text-14">
            {url ? (
              <>
                <strong className="font-semibold">Your link is ready.</strong> Copy it now. You won't see it again.
              </>
            ) : feed.active ? (
              `Created ${formatFeedTime(feed.created_at, now, zone)}. ${feed.last_read_at ? `Last used ${formatFeedTime(feed.last_read_at, now, zone)}.` : "Not used yet."}`
            ) : (
              "No link yet."
            )}
          </div>
          {url ? (
            <div className="flex flex-wrap items-center gap-2">
              <TextInput
                aria-label="Calendar link"
                readOnly
                value={url}
                onFocus={(event) => event.target.select()}
                className="min-w-0 flex-1 basis-60 font-mono text-13!"
              />
              <CopyButton text={url} />
            </div>
          ) : null}
          {failure ? (
            <Banner tone="failed" role="alert">
              {failure.message} {describeChangeSafety(failure)} Try again in a moment.
            </Banner>
          ) : null}
          <div className="flex flex-wrap gap-2">
            {feed.active ? (
              <>
                <Button onClick={() => setConfirmation("renew")}>New link</Button>
                <Button variant="danger" onClick={() => setConfirmation("revoke")}>
                  Revoke
                </Button>
              </>
            ) : (
              <Button icon={<CalendarPlus className="size-4" />} pending={busy} onClick={createLink}>
                Create link
              </Button>
            )}
          </div>
        </div>
      </Card>
      <Dialog
        open={confirmation !== null}
        onClose={() => setConfirmation(null)}
        title={confirmation === "renew" ? "Create a new link?" : "Revoke the link?"}
        // The service stores only a fingerprint of an address, so replacing the address can't be undone: hence the
        // confirmation.
        description="Calendars that use the current link stop updating. You can't undo this."
        actions={
          <>
            <Button onClick={() => setConfirmation(null)}>Cancel</Button>
            <Button variant="danger" pending={busy} onClick={confirmation === "renew" ? createLink : revoke}>
              {confirmation === "renew" ? "Create new link" : "Revoke"}
            </Button>
          </>
        }
      />
    </Section>
  );
}

const formatFeedTime = (at: string | null, now: Date, zone: string) =>
  at ? formatRelativeDate(new Date(at), now, zone) : "some time ago";
