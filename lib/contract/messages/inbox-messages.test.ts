import { describe, expect, test } from "vitest";
import { getAccountUrl } from "#lib/contract/platforms/account-url.ts";
import type { InboxItem } from "#lib/contract/types.ts";
import { formatInboxItem } from "./inbox-messages.ts";

const times = { day: (iso: string) => `day ${iso.slice(0, 10)}`, at: (iso: string) => `time ${iso.slice(11, 16)}` };

type Given = Partial<Omit<InboxItem, "posts">> & {
  part?: number;
  parts?: number;
  out?: number;
  sent_again?: boolean;
};

function item({ part = 1, parts = 1, out = 0, sent_again = false, ...given }: Given): InboxItem {
  const post = {
    id: "p",
    title: "Words",
    scheduled_for: null,
    failed_at: null,
    part,
    parts,
    published_parts: out,
    sent_again,
    version: 1,
  };
  return {
    key: "k",
    kind: "post_failed",
    cause: null,
    fix: "retry",
    reason: null,
    over_by: null,
    until: null,
    channel: { id: "c", platform: "x", name: "Acme", username: "acme", practice: false },
    since: "",
    latest: "",
    state: "open",
    settled: false,
    unread: true,
    count: 1,
    posts: [post],
    post_ids: ["p"],
    ...given,
  };
}

const acts = (given: Given) => {
  const { main, others } = formatInboxItem(item(given), times);
  return [main?.label ?? null, ...others.map((act) => act.label)];
};
const told = (given: Given) => {
  const { title, text } = formatInboxItem(item(given), times);
  return [title, text];
};

test("one text that several channels rejected is named by its text, and edited or sent again as a whole", () => {
  const text = { cause: "rejected", fix: "edit", count: 3, channel: null, submission_id: "s" } as const;
  expect(told(text)).toEqual([
    "“Words” was rejected on 3 channels",
    "Nothing was published. Edit the text, then send it again.",
  ]);
  expect(acts(text)).toEqual(["Edit", "Move to drafts", "Retry on 3 channels"]);
  expect(acts({ ...text, out: 1, parts: 3 })).toEqual(["Retry on 3 channels"]);
});

describe("inbox messages", () => {
  test.each<[Given, string, string]>([
    [
      { cause: "reconnect", fix: "reconnect", count: 7 },
      "X needs reconnecting: Acme",
      "7 posts weren't published and are safe here. Reconnect the channel or ask an administrator, then retry.",
    ],
    [
      {
        cause: "reconnect",
        fix: "reconnect",
        channel: { id: "c", platform: "x", name: "P", username: "practice_x", practice: true },
        planned: { count: 11, late: 2, next: "2026-12-10T08:00:00Z" },
      },
      "X needs reconnecting: P",
      "1 post wasn't published and is safe here. 11 more planned posts are on hold, 2 of them late; the next is planned for day 2026-12-10. Reconnect the channel or ask an administrator, then retry.",
    ],
    [
      { cause: "reconnect", fix: "retry", count: 2 },
      "2 posts failed while X needed reconnecting: Acme",
      "2 posts weren't published and are safe here. The channel is connected again: press Retry 2.",
    ],
    [
      {
        kind: "posts_held",
        cause: "author_left",
        fix: "none",
        count: 16,
        author: { id: "m", name: "Sam" },
        planned: { count: 16, late: 0, next: "2026-12-10T08:00:00Z" },
      },
      "16 posts of Sam are on hold",
      "Sam is deactivated, so nobody sends them. The next is planned for day 2026-12-10. Reassign or cancel them.",
    ],
    [
      {
        kind: "channel_ending",
        cause: "reconnect",
        fix: "none",
        count: 1,
        planned: { count: 1, late: 1, next: null },
      },
      "X needs reconnecting: Acme",
      "1 planned post is on hold, and late. Each waits up to a day after its time, then fails. Reconnect the channel or ask an administrator.",
    ],
    [
      { cause: "unconfirmed", fix: "decide" },
      "X didn't confirm this post: Acme",
      "Check Acme, then choose. Sending again could post it twice.",
    ],
    [
      { cause: "unconfirmed", fix: "decide", part: 3, parts: 5, out: 2 },
      "X didn't confirm part 3 of this post: Acme",
      "2 of 5 published. Check Acme, then choose. Sending again could post it twice.",
    ],
    [
      {
        cause: "rejected",
        fix: "edit",
        reason: "A rule.",
        sent_again: true,
        channel: { id: "c", platform: "discord", name: "Acme News", username: "Acme News", practice: false },
      },
      "Discord rejected a post: Acme News",
      "A rule. The first send may be live: check Acme News first. Edit it, then send it again.",
    ],
    [
      { cause: "reconnect", fix: "reconnect", sent_again: true },
      "X needs reconnecting: Acme",
      "The first send may be live: check Acme first. Reconnect the channel or ask an administrator, then retry.",
    ],
    [
      { cause: "rejected", fix: "shorten", over_by: 11, part: 3, parts: 4 },
      "Part 3 is 11 characters too long for X: Acme",
      "Nothing was published. Shorten the part, then send it again.",
    ],
    [
      { cause: "rejected", fix: "shorten", over_by: 1 },
      "A post is 1 character too long for X: Acme",
      "Nothing was published. Shorten it, then send it again.",
    ],
    [
      { cause: "rejected", fix: "shorten", over_by: 4, count: 3 },
      "3 posts are too long for X: Acme",
      "Nothing was published. Shorten them, then send them again.",
    ],
    [
      { cause: "rejected", fix: "edit", reason: "It says the same as another post" },
      "X rejected a post: Acme",
      "It says the same as another post. Nothing was published. Edit it, then send it again.",
    ],
    [
      { cause: "rejected", fix: "retry", reason: "The part before it is no longer there.", part: 2, parts: 3, out: 1 },
      "X rejected part 2 of a post: Acme",
      "The part before it is no longer there. 1 of 3 published. Edit the rest and continue with part 2, or take the published parts down.",
    ],
    [
      { cause: "missed" },
      "A post missed its time on X: Acme",
      "Postwright was not running when it was due, so it was not sent. Nothing was published. Send it now if it still fits.",
    ],
    [
      { cause: "missed", count: 1_204 },
      "1,204 posts missed their time on X: Acme",
      "Postwright was not running when they were due, so they were not sent. Nothing was published. Send them now if they still fit.",
    ],
    [
      { cause: "gave_up", reason: "It is down.", count: 2 },
      "X failed after several tries: Acme",
      "It is down. 2 posts weren't published and are safe here. Retry when X works again.",
    ],
    [
      { cause: "canceled_by_platform", fix: "edit" },
      "X canceled a post: Acme",
      "Nothing was published. Edit it, then send it again.",
    ],
    [
      { cause: "struck_by_lightning", count: 2 },
      "2 posts couldn't be sent to X: Acme",
      "2 posts weren't published and are safe here. Check them, then retry.",
    ],
    [
      { kind: "channel_ending", fix: "none", until: "2026-11-27T08:00:00Z", count: 3 },
      "X's access to Acme ends on day 2026-11-27",
      "3 posts are scheduled after that and won't be published. Reconnect the channel by then, or move them to an earlier day.",
    ],
    [
      {
        kind: "notice_failed",
        cause: "email",
        fix: "none",
        reason: "The mail server refuses the connection.",
        count: 2,
        until: "2026-11-27T08:15:00Z",
      },
      "Our e-mail doesn't reach you",
      "The mail server refuses the connection. Next try at time 08:15. Everything is in your inbox. Publishing isn't affected.",
    ],
    [
      { kind: "notice_failed", cause: "push", fix: "none", count: 1 },
      "A browser rejects notifications",
      "We stopped trying. Everything is in your inbox. Publishing isn't affected.",
    ],
    [
      { kind: "notice_failed", cause: "webhook", fix: "none", reason: "hooks.example.org: It answered 500." },
      "A webhook is failing",
      "hooks.example.org: It answered 500. You can resend failed deliveries from its log. Publishing isn't affected.",
    ],
    [
      {
        kind: "sending_paused",
        cause: "resumed",
        fix: "none",
        channel: null,
        reason: "3 overdue posts were released.",
      },
      "Sending resumed",
      "Scheduled posts are sent at their times again. 3 overdue posts were released.",
    ],
    [
      { kind: "sending_paused", cause: "lifted", fix: "none" },
      "The pause of Acme was lifted",
      "All sending is still paused.",
    ],
    [
      { kind: "sending_paused", cause: "lifted", fix: "none", channel: null },
      "Sending resumed",
      "Some channels are still paused.",
    ],
    [{ kind: "comet_seen", fix: "none", reason: "Look up" }, "New notification", "Look up."],
  ])("the title and the text name the event, its effect and the next step for %j", (given, title, text) => {
    expect(told(given)).toEqual([title, text]);
  });
});

describe("inbox actions", () => {
  test.each<[Given, (string | null)[]]>([
    [{ cause: "reconnect", fix: "reconnect", count: 7 }, ["Reconnect", "Move to drafts"]],
    [{ cause: "reconnect", fix: "retry", count: 7 }, ["Retry 7", "Move to drafts"]],
    [{ kind: "posts_held", cause: "author_left", count: 2 }, ["Reassign"]],
    [{ cause: "rejected", fix: "shorten", over_by: 11, part: 3, parts: 4 }, ["Shorten part 3", "Move to drafts"]],
    [{ cause: "rejected", fix: "shorten", over_by: 11, count: 3 }, ["Move 3 to drafts"]],
    [{ cause: "rejected", fix: "edit" }, ["Edit", "Move to drafts", "Retry"]],
    [{ cause: "rejected", fix: "retry", out: 1, parts: 2, part: 2 }, ["Edit the rest", "Continue"]],
    [{ cause: "missed", count: 2 }, ["Send 2 now", "Move to drafts"]],
    [{ cause: "gave_up", out: 1, parts: 2, part: 2 }, ["Retry"]],
    [{ kind: "channel_ending", until: "2026-11-27T08:00:00Z", count: 3 }, ["View 3 posts"]],
    [{ kind: "channel_ending", cause: "reconnect", count: 3 }, ["Reconnect"]],
    [{ kind: "comet_seen" }, [null]],
  ])("the main action comes first for %j", (given, labels) => {
    expect(acts(given)).toEqual(labels);
  });

  test("an unconfirmed post has no main action", () => {
    expect(acts({ cause: "unconfirmed", fix: "decide" })).toEqual([null, "It's there", "Send again", "Open Acme"]);
  });

  test("a resolved item has no actions", () => {
    expect(acts({ cause: "gave_up", settled: true })).toEqual([null]);
    expect(acts({ cause: "unconfirmed", settled: true })).toEqual([null]);
  });
});

test.each([
  ["x", "acme", false, "https://x.com/acme"],
  ["bluesky", "acme.bsky.social", false, "https://bsky.app/profile/acme.bsky.social"],
  ["mastodon", "@ada@example.social", false, "https://example.social/@ada"],
  ["mastodon", "ada", false, null],
  ["mastodon", "ada@evil.example/x?", false, null],
  ["linkedin", "acme", false, null],
  ["x", "practice_x", true, "/practice/practice_x"],
])("the account %s %s links to its profile", (platform, username, practice, url) => {
  expect(getAccountUrl({ channel: { id: "c", name: "", platform, username, practice } })).toBe(url);
});
