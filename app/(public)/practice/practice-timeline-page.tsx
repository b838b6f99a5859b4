import { notFound } from "next/navigation";
import { Timeline } from "#components/practice/timeline.tsx";
import { readBrowserTimeZone, readPreferences, timeZoneCookie } from "#lib/gateway/account/preferences.ts";
import { getPracticeTimeline } from "#lib/gateway/practice-timeline.ts";
import { BrowserZoneSync } from "../../browser-zone-sync.tsx";
import { FailureState } from "../../failure-state.tsx";
import { PublicLayout } from "../public-layout.tsx";

type PracticePageProps = { username: string; item: string | null; before: string | undefined };

/** Shows a practice channel's timeline or one of its threads. */
export async function PracticeTimelinePage({ username, item, before }: PracticePageProps) {
  const [timeline, { zone, clock }, browserZone] = await Promise.all([
    getPracticeTimeline({ username, before, item: item ?? undefined }),
    readPreferences(),
    readBrowserTimeZone(),
  ]);
  if (timeline.error?.code === "not_found") notFound();
  return (
    <PublicLayout>
      <BrowserZoneSync zone={browserZone} chosen={zone !== browserZone} cookie={timeZoneCookie} />
      {timeline.error ? (
        <FailureState failure={timeline.error} again={`/practice/${encodeURIComponent(username)}`} />
      ) : (
        <Timeline timeline={timeline.ok} zone={zone} clock={clock} now={new Date()} itemId={item} />
      )}
    </PublicLayout>
  );
}
