import { formatPlatformName } from "#lib/contract/platforms/platform-names.ts";
import type { PostTimelineEvent } from "#lib/contract/types.ts";

/** The looks of an event in the timeline. */
export type EventAppearance =
  | "written"
  | "changed"
  | "planned"
  | "started"
  | "out"
  | "waiting"
  | "failed"
  | "gone"
  | "back";

export type EventMessage = { words: string; look: EventAppearance };

export type EventMessageContext = {
  /** The platform's slug; null for a deleted channel. */
  platform: string | null;
  /** Number of delivered parts; 1 for joined parts. */
  parts: number;
  /** The way the post was created, as the API names it. */
  createdVia?: string | null | undefined;
  /** Formats an instant in the page's zone and clock. */
  time: (iso: string) => string;
};

type EventFacts = { text: (name: string) => string | null; number: (name: string) => number | null };

type EventFormatter = (facts: EventFacts, by: string, about: EventMessageContext & { place: string }) => EventMessage;

const eventFormatters: Record<string, EventFormatter> = {
  created: (facts, by, { time }) => {
    const channels = facts.number("channels") ?? 1;
    const forWhom = channels > 1 ? `, for ${channels} channels` : "";
    const at = facts.text("scheduled_for");
    const when = facts.text("status") === "scheduled" && at ? `, scheduled for ${time(at)}` : "";
    return { words: `Created${by}${forWhom}${when}`, look: "written" };
  },
  edited: (facts, by) => {
    const [from, status] = [facts.text("from"), facts.text("status")];
    if (status === from || status === null) return { words: `Edited${by}`, look: "changed" };
    if (status === "draft") return { words: `Moved to drafts${by}`, look: "back" };
    if (status === "publishing" || status === "scheduled") return { words: `Submitted${by}`, look: "started" };
    return { words: `Edited${by}`, look: "changed" };
  },
  updated: () => ({ words: "Last change", look: "changed" }),
  scheduled: (facts, by, { time }) => {
    const [at, was] = [facts.text("scheduled_for"), facts.text("was_for")];
    if (!at) return { words: `Scheduled${by}`, look: "planned" };
    if (was && facts.text("from") === "scheduled") {
      return { words: `Rescheduled from ${time(was)} to ${time(at)}${by}`, look: "planned" };
    }
    return { words: `Scheduled for ${time(at)}${by}`, look: "planned" };
  },
  canceled: (_, by) => ({ words: `Canceled${by}`, look: "gone" }),
  deleted: (_, by) => ({ words: `Deleted${by}`, look: "gone" }),
  restored: (facts, by) => ({
    words: `Restored${by}${facts.text("status") === "draft" ? ", as a draft" : ""}`,
    look: "back",
  }),
  retried: (facts, by) => {
    const said = facts.text("unconfirmed");
    if (said === "is_there") return { words: `Confirmed as published${by}`, look: "changed" };
    if (said === "send_again") return { words: `Sent again${by}`, look: "started" };
    return { words: `Retried${by}`, look: "started" };
  },
  undone: (facts, by) => ({ words: `${undone[facts.text("action") ?? ""] ?? "Change"} undone${by}`, look: "back" }),
  taken_down: (_, by, { place }) => ({ words: `Taken down from ${place}${by}`, look: "gone" }),
  started: (facts) => {
    const attempt = facts.number("attempt") ?? 1;
    const late = facts.number("late_ms");
    if (attempt > 1) return { words: `Attempt ${attempt} started`, look: "started" };
    return { words: late === null ? "Started" : `Started, ${formatLateness(late)} late`, look: "started" };
  },
  part_published: (facts, _, about) => {
    const words = formatPart(facts, about, "published", `Live on ${about.place}`);
    const note = facts.text("note");
    return note ? { words: `${words}. ${note}`, look: "failed" } : { words, look: "out" };
  },
  published: (_, __, { place }) => ({ words: `Published on ${place}`, look: "out" }),
  waiting: (facts, _, { place, time }) => {
    if (facts.text("for") === "reconnect")
      return { words: `${place} needs reconnecting: waiting up to a day`, look: "waiting" };
    const until = facts.text("until");
    return { words: `${place} asked us to slow down${until ? `: waiting until ${time(until)}` : ""}`, look: "waiting" };
  },
  attempt_failed: (facts, _, { time }) => {
    const [message, until] = [facts.text("message"), facts.text("until")];
    const attempt = facts.number("attempt");
    const why = message ? `: ${message}` : "";
    return {
      words: `${attempt ? `Attempt ${attempt}` : "Attempt"} failed${why}${until ? ` Next attempt ${time(until)}` : ""}`,
      look: "failed",
    };
  },
  looked_up: (facts, _, about) => {
    if (facts.text("found") === "absent") {
      return { words: `No answer from ${about.place}; checked: not published`, look: "waiting" };
    }
    const until = facts.text("until");
    return {
      words: `No answer from ${about.place}; checking again${until ? ` ${about.time(until)}` : ""}`,
      look: "waiting",
    };
  },
  failed: (facts) => ({ words: `Failed: ${facts.text("message") ?? "the service did not say why."}`, look: "failed" }),
};

/** The dashboard is the usual way and not named. */
const throughLabels: Record<string, string> = { mcp: " through an assistant", api: " through the API" };

const undone: Record<string, string> = {
  delete: "Deletion",
  restore: "Restoring",
  cancel: "Cancellation",
  retry: "Retry",
  draft: "Moving to drafts",
  schedule: "Rescheduling",
  publish: "Publishing",
};

/** Formats an event as one sentence; an unknown event keeps the service's name. */
export function formatEvent(event: PostTimelineEvent, about: EventMessageContext): EventMessage {
  const facts: EventFacts = {
    text: (name) => (typeof event.detail[name] === "string" ? event.detail[name] : null),
    number: (name) => (typeof event.detail[name] === "number" ? event.detail[name] : null),
  };
  const name = event.member?.name ? ` by ${event.member.name}` : "";
  const via = facts.text("via") ?? (event.kind === "created" ? about.createdVia : null);
  const by = `${name}${(via && throughLabels[via]) ?? ""}`;
  const place = about.platform === null ? "its platform" : formatPlatformName(about.platform);
  const teller = Object.hasOwn(eventFormatters, event.kind) ? eventFormatters[event.kind] : undefined;
  if (teller) return teller(facts, by, { ...about, place });
  const word = event.kind.replace(/[_-]+/g, " ").trim() || "something happened";
  return { words: `${word.charAt(0).toUpperCase()}${word.slice(1)}${by}`, look: "changed" };
}

function formatPart(facts: EventFacts, { parts }: EventMessageContext, several: string, single: string): string {
  const part = facts.number("part");
  return part === null || parts < 2 ? single : `Part ${part} of ${parts} ${several}`;
}

/** Formats how long after its time a post was sent: `4 ms`, `1.2 s`, `3 min`. */
function formatLateness(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1_000).toFixed(1)} s`;
  return ms < 3_600_000 ? `${Math.round(ms / 60_000)} min` : `${Math.round(ms / 3_600_000)} h`;
}

/** Returns the events, newest first, and gives each failed attempt the number of the start before it. */
export function numberAttempts(events: readonly PostTimelineEvent[]): PostTimelineEvent[] {
  let attempt: number | null = null;
  return events
    .toReversed()
    .map((event) => {
      if (event.kind === "started" && typeof event.detail["attempt"] === "number") attempt = event.detail["attempt"];
      if (event.kind !== "attempt_failed" || attempt === null) return event;
      return { ...event, detail: { attempt, ...event.detail } };
    })
    .reverse();
}
