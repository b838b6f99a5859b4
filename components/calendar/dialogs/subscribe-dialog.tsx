"use client";
import { useEffect, useState } from "react";
import { useCalendarContext } from "#components/calendar/calendar-context.tsx";
import { formatInstantInZone } from "#components/calendar/use-entry-moves.ts";
import { Button } from "#components/ui/controls/button.tsx";
import { CopyButton } from "#components/ui/controls/copy-button.tsx";
import { Field } from "#components/ui/controls/field.tsx";
import { TextInput } from "#components/ui/controls/text-input.tsx";
import { Banner } from "#components/ui/feedback/banner.tsx";
import { Skeleton } from "#components/ui/feedback/skeleton.tsx";
import { Dialog } from "#components/ui/overlays/dialog.tsx";
import { createCalendarFeed, revokeCalendarFeed } from "#lib/actions/calendar-feed.ts";
import type { Failure } from "#lib/contract/errors.ts";
import { describeFailure } from "#lib/contract/messages/describe-failure.ts";
import { type CalendarFeedStatus, readCalendarFeed } from "#lib/queries/calendar.ts";
import { toReadFailure } from "#lib/queries/read-resource.ts";
import { formatRelativeTime } from "#lib/time/format.ts";

/** Creates the private feed for other calendars, shows its address once, and revokes it. */
export function SubscribeDialog({ onClose }: { onClose: () => void }) {
  const { preferences, now } = useCalendarContext();
  const [feed, setFeed] = useState<CalendarFeedStatus | null>(null);
  const [url, setUrl] = useState<string | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [pending, setPending] = useState<"create" | "revoke" | null>(null);

  useEffect(() => {
    const controller = new AbortController();
    readCalendarFeed(controller.signal).then(setFeed, (error: unknown) => {
      if (!controller.signal.aborted) setFailure(toReadFailure(error));
    });
    return () => controller.abort();
  }, []);

  async function createLink() {
    setPending("create");
    const result = await createCalendarFeed().catch((error: unknown) => ({
      ok: undefined,
      error: toReadFailure(error),
    }));
    setPending(null);
    setFailure(result.error ?? null);
    if (!result.ok) return;
    setUrl(result.ok.url);
    setFeed({ active: true, created_at: new Date().toISOString(), last_read_at: null });
  }

  async function revokeLink() {
    setPending("revoke");
    const result = await revokeCalendarFeed().catch((error: unknown) => ({
      ok: undefined,
      error: toReadFailure(error),
    }));
    setPending(null);
    setFailure(result.error ?? null);
    if (!result.ok) return;
    setUrl(null);
    setFeed({ active: false, created_at: null, last_read_at: null });
  }

  const formatTime = (iso: string) =>
    `${formatInstantInZone(new Date(iso), preferences.zone, preferences.clock)}, ${formatRelativeTime(new Date(iso), now)}`;
  return (
    <Dialog
      open
      onClose={onClose}
      title="Subscribe"
      description="Your scheduled posts in Google Calendar, Apple Calendar or Outlook. Anyone with the link can read them."
      actions={
        <>
          {feed?.active ? (
            <Button
              variant="danger"
              pending={pending === "revoke"}
              onClick={() => void revokeLink()}
              className="mr-auto"
            >
              Revoke
            </Button>
          ) : null}
          {feed && !url ? (
            <Button variant="filled" pending={pending === "create"} onClick={() => void createLink()}>
              {feed.active ? "Create new link" : "Create link"}
            </Button>
          ) : null}
        </>
      }
    >
      <div className="grid gap-3" role="status">
        {failure ? (
          <Banner tone="failed">
            {describeFailure(failure).what} {describeFailure(failure).next}
          </Banner>
        ) : null}
        {feed === null && !failure ? <Skeleton className="h-9" /> : null}
        {url ? (
          <>
            <Field label="Link" hint="Shown only once. Add it to your calendar as a subscription.">
              {(control) => <TextInput {...control} readOnly value={url} onFocus={(event) => event.target.select()} />}
            </Field>
            <div>
              <CopyButton text={url} />
            </div>
          </>
        ) : null}
        {feed && !feed.active && !url ? <p className="text-14 text-ink-2">No link yet.</p> : null}
        {feed?.active && feed.created_at && !url ? (
          <p className="text-14 text-ink-2">
            Link created {formatTime(feed.created_at)}.{" "}
            {feed.last_read_at ? `Last read ${formatTime(feed.last_read_at)}.` : "Not read yet."} It can't be shown
            again; a new link replaces it.
          </p>
        ) : null}
      </div>
    </Dialog>
  );
}
