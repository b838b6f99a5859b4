import type { InboxItem } from "#lib/contract/types.ts";

/** Returns the address of the account's page on its platform; null where the name does not give one. */
export function getAccountUrl({ channel }: Pick<InboxItem, "channel">): string | null {
  if (!channel) return null;
  const name = encodeURIComponent(channel.username.replace(/^@/, ""));
  if (channel.practice) return `/practice/${name}`;
  const [user, host] = channel.username.replace(/^@/, "").split("@");
  switch (channel.platform) {
    case "x":
      return `https://x.com/${name}`;
    case "bluesky":
      return `https://bsky.app/profile/${name}`;
    case "threads":
      return `https://www.threads.net/@${name}`;
    case "instagram":
      return `https://www.instagram.com/${name}/`;
    case "facebook":
      // A Page without a name for its address is called by its title.
      return /^[\w.]+$/.test(user ?? "") ? `https://www.facebook.com/${name}` : null;
    case "nostr":
      return `https://njump.me/${name}`;
    case "mastodon":
      return user && host && /^[a-z0-9.-]+$/i.test(host) ? `https://${host}/@${encodeURIComponent(user)}` : null;
    default:
      return null;
  }
}
