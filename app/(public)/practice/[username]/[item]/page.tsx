import type { Metadata } from "next";
import { PracticeTimelinePage } from "../../practice-timeline-page.tsx";

type PracticeItemRouteProps = { params: Promise<{ username: string; item: string }> };

export async function generateMetadata({ params }: PracticeItemRouteProps): Promise<Metadata> {
  return { title: `@${decodeURIComponent((await params).username)}` };
}

export default async function PracticeItemRoute({ params }: PracticeItemRouteProps) {
  const { username, item } = await params;
  return (
    <PracticeTimelinePage username={decodeURIComponent(username)} item={decodeURIComponent(item)} before={undefined} />
  );
}
