const names: Record<string, string> = {
  "": "home",
  calendar: "calendar",
  posts: "posts",
  drafts: "drafts",
  inbox: "inbox",
};

type HistoryEntries = { entries: () => { url: string | null }[]; currentEntry: { index: number } | null };

/** Returns the page of the dashboard from which the author came to the composer; null if the browser does not say. */
export function getPreviousPage(): { href: string; label: string } | null {
  const { navigation } = globalThis as { navigation?: HistoryEntries };
  const entries = navigation?.entries().slice(0, navigation.currentEntry?.index ?? 0) ?? [];
  const urls = entries.flatMap(({ url }) => (url === null ? [] : new URL(url)));
  const previous = urls.findLast(({ origin, pathname }) => origin === location.origin && pathname !== "/compose");
  const name = names[previous?.pathname.split("/")[1] ?? "none"];
  return previous && name ? { href: previous.pathname + previous.search, label: `Back to ${name}` } : null;
}
