import type { Post } from "#lib/contract/types";

const channelCount = (count: number) => (count === 1 ? "1 channel" : `${count} channels`);

/** How a submission stands as a whole: honest where one channel went well and another did not. */
export function outcomeTitle(posts: readonly Post[]): string {
  const count = (status: string) => posts.filter((post) => post.status === status).length;
  const failed = count("failed");
  const published = count("published");
  const moving = count("publishing");
  if (moving > 0)
    return published + failed > 0 ? `Publishing: ${moving} of ${posts.length} still on the way` : "Publishing…";
  if (failed > 0 && published > 0) return `Published on ${channelCount(published)}, failed on ${channelCount(failed)}`;
  if (failed > 0) return `Failed on ${channelCount(failed)}`;
  if (published === posts.length && published > 0) return `Published on ${channelCount(published)}`;
  if (count("scheduled") > 0) return `Scheduled on ${channelCount(count("scheduled"))}`;
  if (count("draft") > 0) return `Saved as a draft for ${channelCount(count("draft"))}`;
  return "Sent";
}

/** What to do about a failed post; null for one that did not fail. */
export function failedAdvice(post: Post): string | null {
  if (post.status !== "failed") return null;
  switch (post.failure?.cause) {
    case "rejected":
      return "Write it anew in other words; this one would be refused again.";
    case "reconnect":
      return "Connect the channel again, then retry it from its details.";
    case "unconfirmed":
      return "It may be out: look at the platform first, then settle it in its details.";
    default:
      return "Retry it from its details.";
  }
}
