import { formatPlatformName } from "#lib/contract/platforms/platform-names.ts";
import type { PostTimelineEvent } from "#lib/contract/types.ts";

/** The looks of an event in the timeline. */
export type EventIconName =
  | "written"
  | "changed"
  | "planned"
  | "started"
  | "out"
  | "waiting"
  | "failed"
  | "gone"
  | "back";

export type EventMessage = { text: string; appearance: EventIconName };

export type EventMessageContext = {
  /** The platform's slug; null for a deleted channel. */
  platform: string | null;
  /** Number of delivered parts; 1 for joined parts. */
  parts: number;
  /** The way the post was created, as the API names it. */
  createdVia?: string | null | undefined;
  /** A reason that the page shows elsewhere, so its event leaves it out. */
  shownReason?: string | null | undefined;
  /** Formats an instant in the page's zone and clock. */
  time: (iso: string) => string;
};

/** Ms of lateness from which on it is said. */
const noticeableMs = 10_000;

type EventFacts = { text: (name: string) => string | null; number: (name: string) => number | null };

type EventFormatter = (
  facts: EventFacts,
  byline: string,
  context: EventMessageContext & { platformName: string },
) => EventMessage;

const eventFormatters: Record<string, EventFormatter> = {
  created: (facts, byline, { time }) => {
    const channels = facts.number("channels") ?? 1;
    const channelNote = channels > 1 ? `, for ${channels} channels` : "";
    const at = facts.text("scheduled_for");
    const when = facts.text("status") === "scheduled" && at ? `, scheduled for ${time(at)}` : "";
    return { text: `Created${byline}${channelNote}${when}`, appearance: "written" };
  },
  edited: (facts, byline) => {
    const [from, status] = [facts.text("from"), facts.text("status")];
    if (status === from || status === null) return { text: `Edited${byline}`, appearance: "changed" };
    if (status === "draft") return { text: `Moved to drafts${byline}`, appearance: "back" };
    if (status === "publishing" || status === "scheduled") return { text: `Submitted${byline}`, appearance: "started" };
    return { text: `Edited${byline}`, appearance: "changed" };
  },
  updated: () => ({ text: "Last change", appearance: "changed" }),
  scheduled: (facts, byline, { time }) => {
    const [at, previousTime] = [facts.text("scheduled_for"), facts.text("was_for")];
    if (!at) return { text: `Scheduled${byline}`, appearance: "planned" };
    if (previousTime && facts.text("from") === "scheduled") {
      // The author chooses minutes, so a difference of seconds is no other choice.
      if (Math.abs(Date.parse(previousTime) - Date.parse(at)) < 60_000)
        return { text: `Edited${byline}`, appearance: "changed" };
      return { text: `Rescheduled from ${time(previousTime)} to ${time(at)}${byline}`, appearance: "planned" };
    }
    return { text: `Scheduled for ${time(at)}${byline}`, appearance: "planned" };
  },
  canceled: (_, byline) => ({ text: `Canceled${byline}`, appearance: "gone" }),
  deleted: (_, byline) => ({ text: `Deleted${byline}`, appearance: "gone" }),
  restored: (facts, byline) => ({
    text: `Restored${byline}${facts.text("status") === "draft" ? ", as a draft" : ""}`,
    appearance: "back",
  }),
  retried: (facts, byline) => {
    const resolution = facts.text("unconfirmed");
    const url = facts.text("url");
    if (resolution === "is_there")
      return { text: `Confirmed as published${byline}${url === null ? "" : `: ${url}`}`, appearance: "changed" };
    if (resolution === "send_again") return { text: `Sent again${byline}`, appearance: "started" };
    return { text: `Retried${byline}`, appearance: "started" };
  },
  undone: (facts, byline) => ({
    text: `${undone[facts.text("action") ?? ""] ?? "Change"} undone${byline}`,
    appearance: "back",
  }),
  taken_down: (facts, byline, { platformName }) => {
    const [down, of] = [facts.number("down"), facts.number("of")];
    const what = down !== null && of !== null && down < of ? `${down} of ${of} parts taken` : "Taken";
    return { text: `${what} down from ${platformName}${byline}`, appearance: "gone" };
  },
  takedown_failed: (_, byline, { platformName }) => ({
    text: `Takedown${byline} failed: it is still on ${platformName}`,
    appearance: "failed",
  }),
  started: (facts) => {
    const attempt = facts.number("attempt") ?? 1;
    const late = facts.number("late_ms");
    if (attempt > 1) return { text: `Attempt ${attempt} started`, appearance: "started" };
    return {
      text: late === null || late < noticeableMs ? "Started" : `Started, ${formatLateness(late)} late`,
      appearance: "started",
    };
  },
  part_published: (facts, _, context) => {
    const text = formatPart(facts, context, "published", `Live on ${context.platformName}`);
    const note = facts.text("note");
    return note ? { text: `${text}. ${note}`, appearance: "failed" } : { text, appearance: "out" };
  },
  published: (_, __, { platformName }) => ({ text: `Published on ${platformName}`, appearance: "out" }),
  waiting: (facts, _, { platformName, time }) => {
    if (facts.text("for") === "reconnect")
      return { text: `${platformName} needs reconnecting: waiting up to a day`, appearance: "waiting" };
    const until = facts.text("until");
    return {
      text: `${platformName} asked us to slow down${until ? `: waiting until ${time(until)}` : ""}`,
      appearance: "waiting",
    };
  },
  held: (facts, _, { platformName }) => {
    const reasons: Record<string, string> = {
      author_left: "its author was deactivated",
      channel_needs_reconnect: `${platformName} needed reconnecting`,
      channel_paused: "sending was paused on its channel",
      organization_paused: "sending was paused",
    };
    return {
      text: `On hold: ${reasons[facts.text("reason") ?? ""] ?? "it waited for somebody"}`,
      appearance: "waiting",
    };
  },
  attempt_failed: (facts, _, { time }) => {
    const [message, until] = [facts.text("message"), facts.text("until")];
    const attempt = facts.number("attempt");
    const why = message ? `: ${message}` : "";
    return {
      text: `${attempt ? `Attempt ${attempt}` : "Attempt"} failed${why}${until ? ` Next attempt ${time(until)}` : ""}`,
      appearance: "failed",
    };
  },
  looked_up: (facts, _, context) => {
    if (facts.text("found") === "absent") {
      return { text: `No answer from ${context.platformName}; checked: it isn't there`, appearance: "waiting" };
    }
    const until = facts.text("until");
    return {
      text: `No answer from ${context.platformName}; checking again${until ? ` ${context.time(until)}` : ""}`,
      appearance: "waiting",
    };
  },
  failed: (facts, _, { shownReason }) => {
    const message = facts.text("message");
    // An unconfirmed post may be live, which the message alone says.
    if (facts.text("cause") === "unconfirmed" && message) return { text: message, appearance: "waiting" };
    if (message !== null && message === shownReason) return { text: "Failed", appearance: "failed" };
    return { text: `Failed: ${message ?? "the service did not say why."}`, appearance: "failed" };
  },
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
export function formatEvent(event: PostTimelineEvent, context: EventMessageContext): EventMessage {
  const facts: EventFacts = {
    text: (name) => (typeof event.detail[name] === "string" ? event.detail[name] : null),
    number: (name) => (typeof event.detail[name] === "number" ? event.detail[name] : null),
  };
  const name = event.member?.name ? ` by ${event.member.name}` : "";
  const via = facts.text("via") ?? (event.kind === "created" ? context.createdVia : null);
  const byline = `${name}${(via && throughLabels[via]) ?? ""}`;
  const platformName = context.platform === null ? "its platform" : formatPlatformName(context.platform);
  const formatter = Object.hasOwn(eventFormatters, event.kind) ? eventFormatters[event.kind] : undefined;
  if (formatter) return formatter(facts, byline, { ...context, platformName });
  const kindLabel = event.kind.replace(/[_-]+/g, " ").trim() || "something happened";
  return { text: `${kindLabel.charAt(0).toUpperCase()}${kindLabel.slice(1)}${byline}`, appearance: "changed" };
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
