import { isAdmin } from "#lib/contract/scopes.ts";
import type { PostHold } from "#lib/contract/types.ts";

/** Why a post will not go out, for people, with the one step that ends it. */
export type HoldMessage = {
  /** The reason in few words, without a full stop. */
  reason: string;
  /** The same where a row names the author and the channel. */
  short: string;
  /** The consequence for the post, and the person to ask where the reader may not end it. */
  text: string;
  /** The page where the reader ends it; null if the reader may not. */
  step: { label: string; href: string } | null;
};

type HoldSubject = {
  /** The channel's name, else its platform's. */
  channel: string;
  /** The author; null if a blind review hides the name. */
  author: { id: string; name: string } | null;
  /** The reader's role. */
  role: string;
};

/** Formats the hold of a post. Zod-free: the browser imports it. */
export function formatHold(hold: PostHold, { channel, author, role }: HoldSubject): HoldMessage {
  const mayResolve = hold.resolve.roles.includes(role);
  const id = encodeURIComponent(hold.resolve.target_id);
  switch (hold.reason) {
    case "author_left": {
      const name = author?.name ?? "";
      const query = name === "" ? "" : `&q=${encodeURIComponent(name)}`;
      return {
        reason: `${name === "" ? "Its author" : name} is deactivated`,
        short: "Author deactivated",
        text: mayResolve ? "It isn't sent until it is reassigned." : "Ask an administrator to reassign it.",
        step: mayResolve ? { label: "Reassign", href: `/members?show=removed${query}&member=${id}` } : null,
      };
    }
    case "channel_needs_reconnect":
      return {
        reason: `${channel} needs reconnecting`,
        short: "Needs reconnecting",
        text: mayResolve
          ? "It isn't sent until then, and fails a day after its time."
          : "Ask an administrator to reconnect it; a day after its time the post fails.",
        step: mayResolve ? { label: "Reconnect", href: `/channels#${id}` } : null,
      };
    case "channel_paused":
    case "organization_paused":
      return {
        reason: hold.reason === "channel_paused" ? `Sending is paused on ${channel}` : "Sending is paused",
        short: "Sending paused",
        text: mayResolve ? "It isn't sent until sending resumes." : "Ask an administrator to resume.",
        step: mayResolve ? { label: "Resume", href: "/organization#sending" } : null,
      };
    default:
      return { reason: "On hold", short: "On hold", text: isAdmin(role) ? "" : "Ask an administrator.", step: null };
  }
}
