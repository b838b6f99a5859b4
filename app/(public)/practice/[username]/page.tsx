import type { Metadata } from "next";
import { PracticePage } from "../practice-page.tsx";

type TimelinePageProps = {
  params: Promise<{ username: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export async function generateMetadata({ params }: TimelinePageProps): Promise<Metadata> {
  return { title: `@${decodeURIComponent((await params).username)}` };
}

export default async function TimelinePage({ params, searchParams }: TimelinePageProps) {
  const { before } = await searchParams;
  const username = decodeURIComponent((await params).username);
  return <PracticePage username={username} item={null} before={typeof before === "string" ? before : undefined} />;
}
