import { formatNumber } from "#lib/contract/format-number.ts";
import { getAccountUrl } from "#lib/contract/platforms/account-url.ts";
import { formatChannelOnPlatform, getChannelName } from "#lib/contract/platforms/channel-name.ts";
import { formatPlatformName } from "#lib/contract/platforms/platform-names.ts";
import type { InboxItem } from "#lib/contract/types.ts";
import { formatChangedPostInboxItem } from "./changed-post-inbox-message.ts";
import { formatClaimInboxItem } from "./claim-inbox-messages.ts";

/** An action for an inbox item. `see` and `look` open a page; the others change the item's posts. */
export type InboxItemAction =
  | { type: "retry" | "draft" | "is_there" | "send_again"; label: string }
  | { type: "see" | "look"; label: string; href: string };

/**
 * An inbox item for people: the event, the data that is safe and the advice, the one action that resolves it, and
 * others.
 */
export type InboxItemMessage = {
  title: string;
  text: string;
  /** The primary button; null if every action could do harm, or if there is none. */
  main: InboxItemAction | null;
  others: InboxItemAction[];
  /** Text under the title where space is short. */
  short: string;
};

export type InboxTimeFormatters = { day: (iso: string) => string; at: (iso: string) => string };

/** The fields of an item that its message depends on. */
type MessageItem = Omit<InboxItem, "since" | "latest" | "state" | "unread" | "post_ids">;
type DraftMessage = Omit<InboxItemMessage, "short"> & { short?: string };

/** Formats an inbox item. An unknown kind or cause of a newer service uses the item's own text. */
export function formatInboxItem(item: MessageItem, times: InboxTimeFormatters): InboxItemMessage {
  const words = item.kind === "post_failed" ? formatFailure(item, times) : formatOther(item, times);
  const short = words.short ?? (item.count === 1 ? "1 post waiting" : `${count(item)} waiting`);
  return item.settled ? { ...words, short, main: null, others: [] } : { ...words, short };
}

function formatFailure(item: MessageItem, times: InboxTimeFormatters): DraftMessage {
  if (item.submission_id !== undefined && item.count > 1) return formatRejectedText(item);
  const message = formatFailureOnChannel(item, times);
  return { ...message, title: withAccount(message.title, item) };
}

function formatFailureOnChannel(item: MessageItem, times: InboxTimeFormatters): DraftMessage {
  switch (item.cause) {
    case "rejected":
      return item.over_by === null ? formatRefused(item) : formatTooLong(item, item.over_by);
    case "unsupported":
      return formatRefused(item);
    case "reconnect":
      return formatReconnect(item, times);
    case "unconfirmed":
      return formatUnconfirmed(item);
    case "missed":
      return {
        title:
          item.count === 1
            ? `A post missed its time on ${formatPlatform(item)}`
            : `${count(item)} missed their time on ${formatPlatform(item)}`,
        text: join(
          `Postwright was not running when ${one(item, "it was", "they were")} due, so ${one(item, "it was", "they were")} not sent.`,
          formatWhatIsSafe(item),
          `Send ${them(item)} now if ${one(item, "it still fits", "they still fit")}.`,
        ),
        main: { type: "retry", label: item.count === 1 ? "Send now" : `Send ${formatNumber(item.count)} now` },
        others: listDraftActions(item),
      };
    case "gave_up":
      return {
        title: `${formatPlatform(item)} failed after several tries`,
        text: join(sentence(item.reason), formatNotPublished(item), `Retry when ${formatPlatform(item)} works again.`),
        main: createRetryAction(item),
        others: listDraftActions(item),
      };
    case "canceled_by_platform":
      return {
        title: `${formatPlatform(item)} canceled ${item.count === 1 ? "a post" : count(item)}`,
        text: join(sentence(item.reason), formatWhatIsSafe(item), `Edit ${them(item)}, then send ${them(item)} again.`),
        ...getEditActions(item),
      };
    default:
      return {
        title: `${item.count === 1 ? "A post" : count(item)} couldn't be sent to ${formatPlatform(item)}`,
        text: join(sentence(item.reason), formatNotPublished(item), `Check ${them(item)}, then retry.`),
        main: createRetryAction(item),
        others: listDraftActions(item),
      };
  }
}

/** One text that several channels rejected: it is edited and sent again as a whole. */
function formatRejectedText(item: MessageItem): DraftMessage {
  const on = `${formatNumber(item.count)} channels`;
  const retry = { type: "retry", label: `Retry on ${on}` } as const;
  const isPartlyOut = item.posts.some((post) => post.published_parts > 0);
  return {
    title: `“${item.posts[0]?.title ?? ""}” was rejected on ${on}`,
    text: join(formatWhatIsSafe(item), "Edit the text, then send it again."),
    main: isPartlyOut ? retry : createEditAction(item, "Edit"),
    others: isPartlyOut ? [] : [...listDraftActions(item), retry],
    short: `Rejected on ${on}`,
  };
}

function formatReconnect(item: MessageItem, times: InboxTimeFormatters): DraftMessage {
  if (item.fix === "retry")
    return {
      title: `${count(item)} failed while ${formatPlatform(item)} needed reconnecting`,
      text: join(formatNotPublished(item), `The channel is connected again: press ${formatRetryLabel(item)}.`),
      main: createRetryAction(item),
      others: listDraftActions(item),
    };
  return {
    title: `${formatPlatform(item)} needs reconnecting`,
    text: join(
      formatNotPublished(item),
      formatPlanned(item, times),
      `Reconnect the channel or ask an administrator, then retry.`,
    ),
    // A retry would only wait for the new connection.
    main: item.channel ? { type: "see", label: "Reconnect", href: `/channels#${item.channel.id}` } : null,
    others: listDraftActions(item),
    short: `${count(item)} failed${item.planned?.count ? `, ${formatNumber(item.planned.count)} more on hold` : ""}`,
  };
}

/** Tells which other posts the cause holds: "11 more are planned, the next on Thu 10 Dec. 2 are late." */
function formatPlanned({ planned, kind }: MessageItem, times: InboxTimeFormatters): string {
  if (!planned || planned.count === 0) return "";
  const { count: held, late, next } = planned;
  const more = kind === "post_failed" ? " more" : "";
  const what = `${formatNumber(held)}${more} planned ${held === 1 ? "post is" : "posts are"} on hold`;
  const lateText =
    late === 0
      ? ""
      : late === held
        ? `, ${held === 1 ? "and late" : "all late"}`
        : `, ${formatNumber(late)} of them late`;
  return `${what}${lateText}${next === null ? "" : `; the next is planned for ${times.day(next)}`}.`;
}

function formatUnconfirmed(item: MessageItem): DraftMessage {
  const [post] = item.posts;
  const what = post && post.parts > 1 && post.part !== null ? `part ${post.part} of this post` : "this post";
  const href = getAccountUrl(item);
  return {
    title: `${formatPlatform(item)} didn't confirm ${what}`,
    text: join(
      post && post.published_parts > 0 ? formatWhatIsSafe(item) : "",
      `Check ${formatAccount(item)}, then choose. Sending again could post it twice.`,
    ),
    main: null,
    others: [
      { type: "is_there", label: "It's there" },
      { type: "send_again", label: "Send again" },
      ...(href === null ? [] : [{ type: "look", label: `Open ${formatAccount(item)}`, href } as const]),
    ],
    short: item.count === 1 ? "1 post unconfirmed" : `${count(item)} unconfirmed`,
  };
}

function formatTooLong(item: MessageItem, over: number): DraftMessage {
  const [post] = item.posts;
  const isOne = item.count === 1;
  const part = post && post.parts > 1 && post.part !== null ? `Part ${post.part}` : null;
  const by = over === 1 ? "1 character" : `${formatNumber(over)} characters`;
  return {
    title: isOne
      ? `${part ?? "A post"} is ${by} too long for ${formatPlatform(item)}`
      : `${count(item)} are too long for ${formatPlatform(item)}`,
    text: join(
      formatWhatIsSafe(item),
      `Shorten ${isOne && part ? "the part" : them(item)}, then send ${them(item)} again.`,
    ),
    ...getEditActions(item, part === null ? "Shorten" : `Shorten ${part.toLowerCase()}`),
  };
}

function formatRefused(item: MessageItem): DraftMessage {
  const [post] = item.posts;
  const part = item.count === 1 && post && post.parts > 1 && post.part !== null ? `part ${post.part} of a post` : null;
  const what = part ?? (item.count === 1 ? "a post" : count(item));
  const title =
    item.cause === "unsupported"
      ? `Postwright can't send ${what} to ${formatPlatform(item)}`
      : `${formatPlatform(item)} rejected ${what}`;
  if (item.fix === "retry") {
    const rest = item.count === 1 && post?.part ? `Edit the rest and continue with part ${post.part}` : "Edit the rest";
    const next = `${rest}, or take the published parts down.`;
    return { title, text: join(sentence(item.reason), formatWhatIsSafe(item), next), ...getContinueActions(item) };
  }
  const next = `Edit ${them(item)}, then send ${them(item)} again.`;
  const { main, others } = getEditActions(item);
  return {
    title,
    text: join(sentence(item.reason), formatWhatIsSafe(item), next),
    main,
    others: [...others, { ...createRetryAction(item) }],
  };
}

function formatOther(item: MessageItem, times: InboxTimeFormatters): DraftMessage {
  const when = item.until;
  if (item.kind === "channel_ending" && item.cause === "reconnect") return formatSignedOut(item, times);
  if (item.kind === "channel_ending" && item.cause !== null) return formatDisconnected(item);
  if (item.kind === "channel_ending" && when !== null) {
    const query = item.channel
      ? `?status=scheduled&channel=${encodeURIComponent(item.channel.id)}`
      : "?status=scheduled";
    return {
      title: `${formatPlatform(item)}'s access to ${formatAccount(item)} ends on ${times.day(when)}`,
      text: `${count(item)} ${one(item, "is", "are")} scheduled after that and won't be published. Reconnect the channel by then, or move ${them(item)} to an earlier day.`,
      main: { type: "see", label: item.count === 1 ? "View post" : `View ${count(item)}`, href: `/posts${query}` },
      others: [],
      short: `${count(item)} scheduled after it`,
    };
  }
  if (item.kind === "claim_decided" || item.kind === "claims_waiting") {
    const { label, href, ...told } = formatClaimInboxItem({ ...item, reason: sentence(item.reason) });
    return { ...told, main: { type: "see", label, href }, others: [] };
  }
  if (item.kind === "post_changed") {
    const { label, href, ...message } = formatChangedPostInboxItem(item, times);
    return { ...message, main: { type: "see", label, href }, others: [] };
  }
  if (item.kind === "problem_assigned") return formatAssigned(item);
  if (item.kind === "sending_paused") return formatPausedSending(item, times);
  if (item.kind === "posts_held") return formatAuthorLeft(item, times);
  if (item.kind === "notice_failed" && item.cause === "webhook") {
    return {
      title: "A webhook is failing",
      text: join(sentence(item.reason), "You can resend failed deliveries from its log. Publishing isn't affected."),
      main: { type: "see", label: "Open webhooks", href: "/settings#webhooks" },
      others: [],
      short: "Events aren't delivered",
    };
  }
  if (item.kind === "notice_failed") {
    const what = item.cause === "push" ? "A browser rejects notifications" : "Our e-mail doesn't reach you";
    const waiting = item.count === 1 ? "1 message waiting" : `${formatNumber(item.count)} messages waiting`;
    return {
      title: what,
      text: join(
        sentence(item.reason),
        when === null ? "We stopped trying." : `Next try at ${times.at(when)}.`,
        "Everything is in your inbox. Publishing isn't affected.",
      ),
      main: { type: "see", label: "Open notification settings", href: "/settings#notices" },
      others: [],
      short: when === null ? "We stopped trying" : waiting,
    };
  }
  return {
    title: "New notification",
    text: sentence(item.reason),
    main: null,
    others: [],
    short: "",
  };
}

function formatAssigned(item: MessageItem): DraftMessage {
  const { by = "", post_id: id = null, title = "" } = item.change ?? {};
  const what = item.cause === "unconfirmed" ? `couldn't be confirmed on` : "failed on";
  const rest = item.count > 1 ? ` and ${formatNumber(item.count - 1)} more` : "";
  return {
    title: `${by === "" ? "An administrator" : by} assigned you ${item.count === 1 ? "a failed post" : `${formatNumber(item.count)} failed posts`}`,
    text: `“${title}”${rest} ${what} ${item.channel ? formatChannelOnPlatform(item.channel) : "the platform"}. It leaves your inbox once it is solved.`,
    main: id === null ? null : { type: "see", label: "View post", href: `/posts/${encodeURIComponent(id)}` },
    others: [],
    short: title,
  };
}

/** Tells of posts that the title has counted: "2 are late; the next is planned for Thu 10 Dec." */
function formatLateAndNext({ planned }: MessageItem, times: InboxTimeFormatters): string {
  const late = planned?.late ? `${formatNumber(planned.late)} ${planned.late === 1 ? "is" : "are"} late` : "";
  const next = planned?.next ? `${late === "" ? "The" : "the"} next is planned for ${times.day(planned.next)}` : "";
  return late === "" && next === "" ? "" : `${[late, next].filter(Boolean).join("; ")}.`;
}

/** A deactivated member left posts behind, which nobody sends. */
function formatAuthorLeft(item: MessageItem, times: InboxTimeFormatters): DraftMessage {
  const name = item.author?.name ?? "A former member";
  const id = encodeURIComponent(item.author?.id ?? "");
  const search = item.author ? `&q=${encodeURIComponent(item.author.name)}` : "";
  return {
    title: `${count(item)} of ${name} ${one(item, "is", "are")} on hold`,
    text: join(
      `${name} is deactivated, so nobody sends ${them(item)}.`,
      formatLateAndNext(item, times),
      `Reassign or cancel ${them(item)}.`,
    ),
    main: { type: "see", label: "Reassign", href: `/members?show=removed${search}&member=${id}` },
    others: [],
    short: formatLateAndNext(item, times).replace(/\.$/, ""),
  };
}

function formatPausedSending(item: MessageItem, times: InboxTimeFormatters): DraftMessage {
  const channel = item.channel?.name;
  const where = channel ? ` on ${channel}` : "";
  const see = {
    main: { type: "see" as const, label: "View scheduled posts", href: "/posts?status=scheduled" },
    others: [],
  };
  if (item.cause === "paused")
    return {
      title: `Sending is paused${where}`,
      text: join(sentence(item.reason), formatPlanned(item, times) || "Scheduled posts are kept and wait."),
      short: item.planned?.late ? `${formatNumber(item.planned.late)} late` : "Posts wait",
      ...see,
    };
  if (item.cause === "lifted")
    return {
      title: channel ? `The pause of ${channel} was lifted` : "Sending resumed",
      text: join(channel ? "All sending is still paused." : "Some channels are still paused.", sentence(item.reason)),
      short: channel ? "Posts wait" : "Some posts wait",
      ...see,
    };
  return {
    title: `Sending resumed${where}`,
    text: join("Scheduled posts are sent at their times again.", sentence(item.reason)),
    short: "Posts are sent again",
    ...see,
  };
}

function formatSignedOut(item: MessageItem, times: InboxTimeFormatters): DraftMessage {
  const what =
    formatPlanned(item, times) ||
    (item.count === 0 ? "Nothing is scheduled there." : `${count(item)} ${one(item, "is", "are")} on hold there.`);
  return {
    title: withAccount(`${formatPlatform(item)} needs reconnecting`, item),
    text: `${what} Each waits up to a day after its time, then fails. Reconnect the channel or ask an administrator.`,
    main: { type: "see", label: "Reconnect", href: `/channels${item.channel ? `#${item.channel.id}` : ""}` },
    others: [],
    short: item.count === 0 ? "Needs reconnecting" : `${count(item)} on hold`,
  };
}

function formatDisconnected(item: MessageItem): DraftMessage {
  const isMoved = item.cause === "moved";
  const posts = item.count === 1 ? "Your post" : `Your ${count(item)}`;
  const was = `${posts} ${one(item, "was", "were")} scheduled there`;
  return {
    title: `An administrator disconnected ${formatAccount(item)}`,
    text: isMoved
      ? join(`${was} and ${one(item, "is", "are")} moved to another channel, same time.`, sentence(item.reason))
      : `${was} and ${one(item, "is", "are")} canceled. The text is safe in Posts: duplicate ${them(item)} to publish elsewhere.`,
    main: {
      type: "see",
      label: item.count === 1 ? "View post" : `View ${count(item)}`,
      href: `/posts?status=${isMoved ? "scheduled" : "canceled"}`,
    },
    others: [],
    short: isMoved ? `${count(item)} moved` : `${count(item)} canceled`,
  };
}

const formatPlatform = (item: MessageItem) =>
  item.channel ? formatPlatformName(item.channel.platform) : "The platform";

/** Returns the name that the organization gave the account; without one its handle. */
function formatAccount({ channel }: MessageItem): string {
  return channel ? getChannelName(channel) : "its account";
}

/** Adds the channel's name: an organization may have several channels of a platform. */
const withAccount = (title: string, item: MessageItem) => (item.channel ? `${title}: ${formatAccount(item)}` : title);

function getEditActions(item: MessageItem, label = "Edit"): Pick<DraftMessage, "main" | "others"> {
  if (item.fix === "retry") return getContinueActions(item);
  if (item.count === 1) return { main: createEditAction(item, label), others: listDraftActions(item) };
  return { main: { type: "draft", label: `Move ${formatNumber(item.count)} to drafts` }, others: [] };
}

/** Opens the text in the composer. A text that several channels rejected opens for these; a post alone otherwise. */
function createEditAction({ posts, count: failed }: MessageItem, label: string): InboxItemAction {
  const id = encodeURIComponent(posts[0]?.id ?? "");
  return { type: "see", label, href: `/compose?post=${id}${failed > 1 ? "" : "&one=1"}` };
}

/** Returns the actions for partially published posts: a single post is edited first, on its own page. */
function getContinueActions(item: MessageItem): Pick<DraftMessage, "main" | "others"> {
  const [post] = item.posts;
  if (item.count > 1 || !post) return { main: createRetryAction(item), others: [] };
  const href = `/compose?post=${encodeURIComponent(post.id)}`;
  return {
    main: { type: "see", label: "Edit the rest", href },
    others: [{ ...createRetryAction(item), label: "Continue" }],
  };
}

const formatRetryLabel = (item: MessageItem) => (item.count === 1 ? "Retry" : `Retry ${formatNumber(item.count)}`);
const createRetryAction = (item: MessageItem): InboxItemAction => ({ type: "retry", label: formatRetryLabel(item) });

/** Returns the move to drafts, unless a post is partially published: such a post can't be a draft. */
function listDraftActions(item: MessageItem): InboxItemAction[] {
  return item.posts.some((post) => post.published_parts > 0) ? [] : [{ type: "draft", label: "Move to drafts" }];
}

function formatNotPublished(item: MessageItem): string {
  const isPartlyOut = item.posts.some((post) => post.published_parts > 0);
  if (item.posts.some((post) => post.sent_again)) return formatWhatIsSafe(item);
  const what = `${one(item, "wasn't", "weren't")} ${isPartlyOut ? "fully published" : "published"}`;
  return join(
    `${count(item)} ${what} and ${one(item, "is", "are")} safe here.`,
    isPartlyOut ? formatWhatIsSafe(item) : "",
  );
}

function formatWhatIsSafe(item: MessageItem): string {
  const out = Math.max(0, ...item.posts.map((post) => post.published_parts));
  // Only after a second send it is certain that nothing of that send is live.
  if (item.posts.some((post) => post.sent_again))
    return `The first send may be live: check ${formatAccount(item)} first.`;
  if (out === 0) return "Nothing was published.";
  if (item.count > 1) return "Published parts stay.";
  return `${out} of ${item.posts[0]?.parts ?? out} published.`;
}

const count = (item: MessageItem) => (item.count === 1 ? "1 post" : `${formatNumber(item.count)} posts`);
const one = (item: MessageItem, single: string, many: string) => (item.count === 1 ? single : many);
const them = (item: MessageItem) => one(item, "it", "them");
const join = (...sentences: string[]) => sentences.filter((text) => text !== "").join(" ");

function sentence(said: string | null): string {
  const text = (said ?? "").trim();
  if (text === "") return "";
  return /[.!?…]$/u.test(text) ? text : `${text}.`;
}
