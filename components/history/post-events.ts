import type { Post } from "#lib/contract/types";

export type PostEvent = {
  /** ISO instant. */
  at: string;
  kind: "written" | "changed" | "scheduled" | "part" | "published" | "failed" | "canceled" | "waiting";
  words: string;
};

/** What is known to have happened to a post, newest first; of one moment, the later step first. */
export function eventsOf(post: Post): PostEvent[] {
  const events: PostEvent[] = [{ at: post.created_at, kind: "written", words: "Written" }];
  const progress = post.progress ?? [];
  for (const part of progress) {
    if (part.state !== "sent" || !part.at) continue;
    const words = progress.length === 1 ? "Stands on its platform" : `Part ${part.part} of ${progress.length} is out`;
    events.push({ at: part.at, kind: "part", words });
  }
  const status: string = post.status;
  if (status === "published") {
    events.push({ at: post.published_at ?? post.updated_at, kind: "published", words: "Published" });
  } else if (status === "failed") {
    events.push({ at: post.updated_at, kind: "failed", words: `Failed${triesWords(post.attempts)}` });
  } else if (status === "canceled") {
    events.push({ at: post.updated_at, kind: "canceled", words: "Canceled" });
  } else if (post.updated_at > post.created_at && progress.every((part) => part.state === "waiting")) {
    events.push({ at: post.updated_at, kind: "changed", words: "Last changed" });
  }
  return events
    .map((event, order) => ({ event, order }))
    .sort((one, other) => Date.parse(other.event.at) - Date.parse(one.event.at) || other.order - one.order)
    .map(({ event }) => event);
}

function triesWords(attempts: number | undefined): string {
  if (!attempts) return "";
  return attempts === 1 ? " at the first attempt" : ` after ${attempts} attempts`;
}

/** What a post is doing now, in a sentence or two; null where its status says it all. */
export function standing(post: Post): string | null {
  const progress = post.progress ?? [];
  const sent = progress.filter((part) => part.state === "sent").length;
  const out = progress.length > 1 && sent > 0 ? `${sent} of ${progress.length} parts are out. ` : "";
  switch (post.status as string) {
    case "draft":
      return "Nothing is queued. It goes out when you send it or give it a time.";
    case "publishing":
      return `${out}${post.next_attempt_at ? "It is tried again by itself" : "It is on its way"}; nothing is sent twice.`;
    case "failed":
      return `${out}${post.error ?? "The service did not say why."}`;
    case "canceled":
      return "It was taken out of the queue and is not sent.";
    default:
      return null;
  }
}
