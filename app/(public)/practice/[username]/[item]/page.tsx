import type { Metadata } from "next";
import { PracticePage } from "../../practice-page.tsx";

type ItemPageProps = { params: Promise<{ username: string; item: string }> };

export async function generateMetadata({ params }: ItemPageProps): Promise<Metadata> {
  return { title: `@${decodeURIComponent((await params).username)}` };
}

export default async function ItemPage({ params }: ItemPageProps) {
  const { username, item } = await params;
  return <PracticePage username={decodeURIComponent(username)} item={decodeURIComponent(item)} before={undefined} />;
}
