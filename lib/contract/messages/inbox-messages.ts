import { accountHandle } from "#lib/contract/platforms/account-handle.ts";
import { accountUrl } from "#lib/contract/platforms/account-url.ts";
import { claimWords } from "./claim-messages.ts";
import { platformName } from "#lib/contract/platforms/platform-names.ts";
import type { InboxItem } from "#lib/contract/types.ts";

/** Something that can be done about an item. `see` and `look` go somewhere; the others change its posts. */
export type InboxAct =
  | { is: "retry" | "draft" | "edit" | "is_there" | "send_again"; label: string }
  | { is: "see" | "look"; label: string; href: string };

/** An item for people: what happened; what is safe and what to do; the one step that mends it, and others. */
export type InboxWords = {
  title: string;
  text: string;
  /** The one filled button; null where any step could do harm, or where there is none. */
  main: InboxAct | null;
  others: InboxAct[];
  /** Under the title where there is room for a few words only. */
  short: string;
};

export type InboxTimes = { day: (iso: string) => string; at: (iso: string) => string };

/** The parts of an item that its words depend on. */
type Item = Omit<InboxItem, "since" | "latest" | "state" | "unread" | "post_ids">;
type Words = Omit<InboxWords, "short"> & { short?: string };

/** Writes an item of the inbox. A kind or cause that a newer service has invented is told in its own words. */
export function inboxWords(item: Item, times: InboxTimes): InboxWords {
  const words = item.kind === "post_failed" ? failureWords(item) : otherWords(item, times);
  const short = words.short ?? (item.count === 1 ? "1 post waits" : `${count(item)} wait`);
  return item.settled ? { ...words, short, main: null, others: [] } : { ...words, short };
}

function failureWords(item: Item): Words {
  switch (item.cause) {
    case "rejected":
      return item.over === null ? refusedWords(item) : tooLongWords(item, item.over);
    case "reconnect":
      return reconnectWords(item);
    case "unconfirmed":
      return unconfirmedWords(item);
    case "missed":
      return {
        title:
          item.count === 1
            ? `A post missed its time on ${place(item)}`
            : `${count(item)} missed their time on ${place(item)}`,
        text: join(
          `Postwright was not running when ${one(item, "it was", "they were")} due, so ${one(item, "it was", "they were")} not sent.`,
          safe(item),
          `Send ${them(item)} now if ${one(item, "it still fits", "they still fit")}.`,
        ),
        main: { is: "retry", label: item.count === 1 ? "Send now" : `Send ${number(item.count)} now` },
        others: drafts(item),
      };
    case "gave_up":
      return {
        title: `${place(item)} did not work through all our tries`,
        text: join(sentence(item.reason), notOut(item), `Retry when ${place(item)} works again.`),
        main: retry(item),
        others: drafts(item),
      };
    case "canceled_by_platform":
      return {
        title: `${place(item)} called ${item.count === 1 ? "a post" : count(item)} off`,
        text: join(sentence(item.reason), safe(item), `Change ${them(item)}, then send ${them(item)} again.`),
        ...edit(item),
      };
    default:
      return {
        title: `${item.count === 1 ? "A post" : count(item)} could not be sent to ${place(item)}`,
        text: join(sentence(item.reason), notOut(item), `Look at ${them(item)}, then retry.`),
        main: retry(item),
        others: drafts(item),
      };
  }
}

function reconnectWords(item: Item): Words {
  const isPractice = item.channel?.practice ?? false;
  const next = isPractice
    ? `A practice channel has nothing to reconnect: ${retryWord(item)} sends ${them(item)} again.`
    : `Once the channel is connected again, ${retryWord(item)} sends ${them(item)}.`;
  return {
    title: `${place(item)} asks you to reconnect ${account(item)}`,
    text: join(notOut(item), next),
    main: retry(item),
    others: [...drafts(item), ...toChannel(item)],
  };
}

/** The channel's own row, where an administrator connects it again. */
function toChannel(item: Item): InboxAct[] {
  return item.channel ? [{ is: "see", label: "Open the channel", href: `/channels#${item.channel.id}` }] : [];
}

function unconfirmedWords(item: Item): Words {
  const [post] = item.posts;
  const what = post && post.parts > 1 && post.part !== null ? `part ${post.part} of this post` : "this post";
  const href = accountUrl(item);
  return {
    title: `${place(item)} could not tell us if ${what} is out`,
    text: join(
      post && post.out > 0 ? safe(item) : "",
      `Only a look at ${account(item)} can tell. Sending again could post it twice.`,
    ),
    main: null,
    others: [
      { is: "is_there", label: "It’s there" },
      { is: "send_again", label: "Send again" },
      ...(href === null ? [] : [{ is: "look", label: `Look at ${account(item)}`, href } as const]),
    ],
    short: item.count === 1 ? "1 post unconfirmed" : `${count(item)} unconfirmed`,
  };
}

function tooLongWords(item: Item, over: number): Words {
  const [post] = item.posts;
  const isOne = item.count === 1;
  const part = post && post.parts > 1 && post.part !== null ? `Part ${post.part}` : null;
  const by = over === 1 ? "1 character" : `${number(over)} characters`;
  return {
    title: isOne
      ? `${part ?? "A post"} is ${by} too long for ${place(item)}`
      : `${count(item)} are too long for ${place(item)}`,
    text: join(safe(item), `Shorten ${isOne && part ? "the part" : them(item)}, then send ${them(item)} again.`),
    ...edit(item, part === null ? "Shorten it" : `Shorten ${part.toLowerCase()}`),
  };
}

function refusedWords(item: Item): Words {
  const [post] = item.posts;
  const part = item.count === 1 && post && post.parts > 1 && post.part !== null ? `part ${post.part} of a post` : null;
  const title = `${place(item)} did not take ${part ?? (item.count === 1 ? "a post" : count(item))}`;
  if (item.fix === "retry") {
    const rest =
      item.count === 1 && post?.part ? `Change the rest and continue with part ${post.part}` : "Change the rest";
    const next = `${rest}, or take down what is out.`;
    return { title, text: join(sentence(item.reason), safe(item), next), ...goOn(item) };
  }
  const next = `Change ${them(item)}, then send ${them(item)} again.`;
  const { main, others } = edit(item);
  return {
    title,
    text: join(sentence(item.reason), safe(item), next),
    main,
    others: [...others, { ...retry(item) }],
  };
}

function otherWords(item: Item, times: InboxTimes): Words {
  const when = item.until;
  if (item.kind === "channel_ending" && item.cause === "reconnect") return signedOutWords(item);
  if (item.kind === "channel_ending" && item.cause !== null) return disconnectedWords(item);
  if (item.kind === "channel_ending" && when !== null) {
    const query = item.channel
      ? `?status=scheduled&channel=${encodeURIComponent(item.channel.id)}`
      : "?status=scheduled";
    return {
      title: `${place(item)}’s access to ${account(item)} ends on ${times.day(when)}`,
      text: `${count(item)} ${one(item, "is", "are")} planned after that and would not go out. Reconnect the channel by then, or move ${them(item)} to an earlier day.`,
      main: { is: "see", label: item.count === 1 ? "See the post" : `See the ${count(item)}`, href: `/posts${query}` },
      others: [],
      short: `${count(item)} planned after it`,
    };
  }
  if (item.kind === "claim_decided" || item.kind === "claims_waiting") {
    const { label, href, ...told } = claimWords({ ...item, reason: sentence(item.reason) });
    return { ...told, main: { is: "see", label, href }, others: [] };
  }
  if (item.kind === "notice_failed" && item.cause === "webhook") {
    return {
      title: "A webhook does not take its messages",
      text: join(
        sentence(item.reason),
        "What was not delivered stands in its log and can be sent again. Posts go out as planned.",
      ),
      main: { is: "see", label: "Open the webhooks", href: "/settings#webhooks" },
      others: [],
      short: "It misses what happens here",
    };
  }
  if (item.kind === "notice_failed") {
    const what = item.cause === "push" ? "A browser rejects notifications" : "Our e-mail doesn’t reach you";
    const waiting = item.count === 1 ? "1 message waits" : `${number(item.count)} messages wait`;
    return {
      title: what,
      text: join(
        sentence(item.reason),
        when === null ? "We have stopped trying." : `We try again at ${times.at(when)}.`,
        "Nothing is lost: all of it is in the inbox, and posts go out as planned.",
      ),
      main: { is: "see", label: "Open the settings of notices", href: "/settings#notices" },
      others: [],
      short: when === null ? "We have stopped trying" : waiting,
    };
  }
  return {
    title: "Something happened that you may want to know",
    text: sentence(item.reason),
    main: null,
    others: [],
    short: "",
  };
}

function signedOutWords(item: Item): Words {
  const what =
    item.count === 0
      ? "Nothing is planned there now."
      : `${count(item)} ${one(item, "waits", "wait")} there, each for a day after its time.`;
  return {
    title: `${place(item)} does not let us in as ${account(item)} any more`,
    text: `${what} Reconnect the channel, or ask an administrator to. It keeps everything that is planned.`,
    main: { is: "see", label: "Open the channels", href: `/channels${item.channel ? `#${item.channel.id}` : ""}` },
    others: [],
    short: "Needs reconnecting",
  };
}

function disconnectedWords(item: Item): Words {
  const isMoved = item.cause === "moved";
  const posts = item.count === 1 ? "A post of yours" : `${count(item)} of yours`;
  const was = `${posts} ${one(item, "was", "were")} planned there`;
  return {
    title: `An administrator disconnected ${account(item)}`,
    text: isMoved
      ? join(`${was} and ${one(item, "is", "are")} planned elsewhere at the same time.`, sentence(item.reason))
      : `${was} and ${one(item, "is", "are")} canceled. The text is safe in your history: duplicate ${them(item)} to send ${them(item)} elsewhere.`,
    main: {
      is: "see",
      label: item.count === 1 ? "See the post" : `See the ${count(item)}`,
      href: `/posts?status=${isMoved ? "scheduled" : "canceled"}`,
    },
    others: [],
    short: isMoved ? `${count(item)} moved` : `${count(item)} canceled`,
  };
}

const place = (item: Item) => (item.channel ? platformName(item.channel.platform) : "Its platform");

/** `@acme`, or the name where accounts have no handle. */
function account({ channel }: Item): string {
  if (!channel) return "its account";
  if (channel.platform === "linkedin" && !channel.practice) return channel.name || channel.username;
  return accountHandle(channel.username);
}

function edit(item: Item, label = "Edit it"): Pick<Words, "main" | "others"> {
  if (item.fix === "retry") return goOn(item);
  if (item.count === 1) return { main: { is: "edit", label }, others: drafts(item) };
  return { main: { is: "draft", label: `Move ${number(item.count)} to drafts` }, others: [] };
}

/** Of posts that are partly out: one by itself is changed first, in its place. */
function goOn(item: Item): Pick<Words, "main" | "others"> {
  const [post] = item.posts;
  if (item.count > 1 || !post) return { main: retry(item), others: [] };
  const href = `/compose?post=${encodeURIComponent(post.id)}`;
  return { main: { is: "see", label: "Change the rest", href }, others: [{ ...retry(item), label: "Continue" }] };
}

const retryWord = (item: Item) => (item.count === 1 ? "Retry" : `Retry ${number(item.count)}`);
const retry = (item: Item): InboxAct => ({ is: "retry", label: retryWord(item) });

/** What is partly out is no draft. */
function drafts(item: Item): InboxAct[] {
  return item.posts.some((post) => post.out > 0) ? [] : [{ is: "draft", label: "Move to drafts" }];
}

function notOut(item: Item): string {
  const isPartlyOut = item.posts.some((post) => post.out > 0);
  if (item.posts.some((post) => post.sent_again)) return safe(item);
  const what = isPartlyOut ? "did not go out in full" : "did not go out";
  return join(`${count(item)} ${what} and ${one(item, "is", "are")} safe here.`, isPartlyOut ? safe(item) : "");
}

function safe(item: Item): string {
  const out = Math.max(0, ...item.posts.map((post) => post.out));
  // Of the second send alone it is true that nothing of it is there.
  if (item.posts.some((post) => post.sent_again))
    return `Whether ${item.count === 1 ? "its first send" : "the first send of each"} is out is not known: look at ${account(item)} first.`;
  if (out === 0) return "Nothing was published.";
  if (item.count > 1) return "Parts that are out stay.";
  return `${out} of ${item.posts[0]?.parts ?? out} published.`;
}

const number = (value: number) => value.toLocaleString("en-GB");
const count = (item: Item) => (item.count === 1 ? "1 post" : `${number(item.count)} posts`);
const one = (item: Item, single: string, many: string) => (item.count === 1 ? single : many);
const them = (item: Item) => one(item, "it", "them");
const join = (...sentences: string[]) => sentences.filter((text) => text !== "").join(" ");

function sentence(said: string | null): string {
  const text = (said ?? "").trim();
  if (text === "") return "";
  return /[.!?…]$/u.test(text) ? text : `${text}.`;
}
