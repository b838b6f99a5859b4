import type { Metadata } from "next";
import { PracticeTimelinePage } from "../practice-timeline-page.tsx";

type PracticeTimelineRouteProps = {
  params: Promise<{ username: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export async function generateMetadata({ params }: PracticeTimelineRouteProps): Promise<Metadata> {
  return { title: `@${decodeURIComponent((await params).username)}` };
}

export default async function PracticeTimelineRoute({ params, searchParams }: PracticeTimelineRouteProps) {
  const { before } = await searchParams;
  const username = decodeURIComponent((await params).username);
  return (
    <PracticeTimelinePage username={username} item={null} before={typeof before === "string" ? before : undefined} />
  );
}
