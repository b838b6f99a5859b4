import type { Metadata } from "next";
import { PracticePage } from "../../practice-page.tsx";

type PracticeItemRouteProps = { params: Promise<{ username: string; item: string }> };

export async function generateMetadata({ params }: PracticeItemRouteProps): Promise<Metadata> {
  return { title: `@${decodeURIComponent((await params).username)}` };
}

export default async function PracticeItemRoute({ params }: PracticeItemRouteProps) {
  const { username, item } = await params;
  return <PracticePage username={decodeURIComponent(username)} item={decodeURIComponent(item)} before={undefined} />;
}
