/** Returns the name in the browser's storage of the channels of a member's last post: a list of ids. */
export function getLastChannelsKey(memberId: string): string {
  return `postwright:channels:${memberId}`;
}

/** Parses the stored list; empty if a person or an older version stored something else. */
export function parseLastChannels(text: string | null): string[] {
  try {
    const stored: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(stored) ? stored.filter((id) => typeof id === "string") : [];
  } catch {
    return [];
  }
}
