import { describe, expect, test } from "vitest";
import {
  type AcknowledgedPost,
  type AnomalyKind,
  computeVerdict,
  findInsufficientCoverage,
  type ObservedState,
  type PlatformItem,
  type StoredPost,
} from "./verdict.ts";

const words = ["zqa1qz", "zqa2qz", "zqa3qz"];
const post: AcknowledgedPost = {
  postId: "p",
  channelId: "c",
  versions: [{ words, told: "yes" }],
  images: 0,
  canceled: "no",
  deleted: "no",
  sendAgain: false,
};
const chain: PlatformItem[] = words.map((word, at) => ({
  remoteId: `r${at}`,
  text: `It says ${word} here.`,
  images: 0,
  replyTo: at === 0 ? null : `r${at - 1}`,
}));
const row: StoredPost = {
  id: "p",
  channelId: "c",
  status: "published",
  text: words.join(" "),
  error: null,
  cause: null,
  isDeleted: false,
  isFarAhead: false,
  isTold: false,
  planned: chain.map(({ text, remoteId }, at) => ({ number: at + 1, text, state: "sent", remoteId, resends: 0 })),
};
const plan = (...states: string[]) =>
  row.planned.map((part, at) => ({ ...part, state: states[at] ?? "waiting", remoteId: null }));
const failed: StoredPost = {
  ...row,
  status: "failed",
  error: "X rejected it. Edit it, then send it again.",
  cause: "rejected",
  isTold: true,
  planned: plan(),
};
const unconfirmed: StoredPost = { ...failed, cause: "unconfirmed", planned: plan("unknown") };

type Given = { one?: Partial<AcknowledgedPost>; row?: StoredPost | null; items?: PlatformItem[]; canLook?: boolean };

function judged({ one = {}, row: given = row, items = chain, canLook = true }: Given) {
  const world: ObservedState = {
    channels: [{ id: "c", name: "toy", canLook, items }],
    rows: given === null ? [] : [given],
  };
  return computeVerdict([{ ...post, ...one }], world);
}
const kindsOf = (given: Given): AnomalyKind[] => judged(given).faults.map(({ kind }) => kind);

describe("correct timelines have no anomaly", () => {
  const joined: PlatformItem[] = [{ remoteId: "r0", text: words.join("\n\n"), replyTo: null, images: 0 }];
  test.for<[string, string, Given]>([
    ["published", "a chain", {}],
    ["published", "joined to one item", { items: joined, row: { ...row, planned: [] } }],
    ["refused", "refused, reported, and absent", { row: failed, items: [] }],
    [
      "refused",
      "part 1 published and part 2 refused",
      { row: { ...failed, planned: plan("sent") }, items: chain.slice(0, 1) },
    ],
    ["unconfirmed", "absent, without a lookup", { row: unconfirmed, items: [], canLook: false }],
    ["unconfirmed", "published, without a lookup", { row: unconfirmed, items: chain.slice(0, 1), canLook: false }],
    ["absent", "canceled", { row: { ...row, status: "canceled" }, items: [], one: { canceled: "yes" } }],
    ["absent", "deleted before publishing", { row: { ...row, status: "scheduled", isDeleted: true }, items: [] }],
    ["ahead", "planned for tomorrow", { row: { ...row, status: "scheduled", isFarAhead: true }, items: [] }],
    ["asked", "twice, sent again by a member", { items: [...chain, ...chain], one: { sendAgain: true } }],
  ])("%s: %s", ([ending, , given]) => {
    const { faults, channels } = judged(given);
    expect(faults).toEqual([]);
    expect(channels[0]?.ends).toMatchObject({ [ending]: 1 });
  });
});

describe("a lost post is reported", () => {
  test.for<[string, Given]>([
    ["acknowledged, but not in the database", { row: null, items: [] }],
    ["published, but not on the platform", { items: [] }],
    ["published, but its last part is not on the platform", { items: chain.slice(0, 2) }],
    ["a part reported as published that is absent", { row: { ...failed, planned: plan("sent") }, items: [] }],
    ["an acknowledged deletion", { one: { deleted: "yes" } }],
    ["an acknowledged cancellation", { one: { canceled: "yes" } }],
    ["a missing image", { one: { images: 1 } }],
    ["an acknowledged edit", { one: { versions: [...post.versions, { words: ["zqb1qz"], told: "yes" }] } }],
    ["a refused text that is published", { one: { versions: [{ words, told: "no" }] } }],
  ])("%s", ([, given]) => {
    expect(kindsOf(given)).toContain("lost");
  });
});

describe("a doubled post is reported", () => {
  test.for<[string, Given]>([
    ["a part published twice", { items: [...chain, { ...chain[1], remoteId: "r9" } as PlatformItem] }],
    ["a whole thread published twice", { items: [...chain, ...chain] }],
    ["an unconfirmed post published twice", { row: unconfirmed, items: [...chain.slice(0, 1), ...chain] }],
    ["a text that nobody wrote", { items: [...chain, { ...chain[0], text: "zqx1qz" } as PlatformItem] }],
  ])("%s", ([, given]) => {
    expect(kindsOf(given)).toContain("doubled");
  });

  test("a post that no author was told of", () => {
    const world: ObservedState = { channels: [{ id: "c", name: "toy", canLook: true, items: [] }], rows: [row] };
    expect(computeVerdict([], world).faults).toMatchObject([{ kind: "doubled", postId: "p" }]);
  });
});

describe("a misordered post is reported", () => {
  const joined = (text: string): PlatformItem[] => [{ remoteId: "r0", text, replyTo: null, images: 0 }];
  test.for<[string, Given]>([
    [
      "a reply under the wrong parent",
      { items: chain.map((item, at) => (at === 2 ? { ...item, replyTo: "r0" } : item)) },
    ],
    ["a part that replies to nothing", { items: chain.map((item) => ({ ...item, replyTo: null })) }],
    ["a first part that replies to another post", { items: chain.map((item) => ({ ...item, replyTo: "r9" })) }],
    ["joined parts in another order", { items: joined("zqa1qz zqa3qz zqa2qz"), row: { ...row, planned: [] } }],
  ])("%s", ([, given]) => {
    expect(kindsOf(given)).toContain("misordered");
  });
});

describe("a silent failure is reported", () => {
  test.for<[string, StoredPost]>([
    ["a failure without a sentence", { ...failed, error: null }],
    ["a failure with an empty sentence", { ...failed, error: "" }],
    ["a failure with a raw answer", { ...failed, error: '{"error":"unprocessable"}' }],
    ["a failure without an inbox entry", { ...failed, isTold: false }],
  ])("%s", ([, given]) => {
    expect(kindsOf({ row: given, items: [] })).toEqual(["silent"]);
  });
});

describe("an untrue status is reported", () => {
  test.for<[string, Given]>([
    ["refused, but published", { row: failed }],
    ["more parts published than reported", { row: { ...failed, planned: plan("sent") }, items: chain.slice(0, 2) }],
    ["canceled, but published", { row: { ...row, status: "canceled" } }],
    ["deleted before publishing, but published", { row: { ...row, status: "scheduled", isDeleted: true } }],
    ["planned for tomorrow, but published", { row: { ...row, status: "scheduled", isFarAhead: true } }],
    ["unconfirmed where a lookup is possible", { row: unconfirmed, items: [] }],
    [
      "a link to another item",
      { row: { ...row, planned: [{ ...plan()[0], remoteId: "r2" } as StoredPost["planned"][0]] } },
    ],
    [
      "an older text that is published too",
      {
        one: { versions: [{ words: ["zqo1qz"], told: "yes" }, ...post.versions] },
        items: [...chain, { remoteId: "r9", text: "zqo1qz", replyTo: null, images: 0 }],
      },
    ],
  ])("%s", ([, given]) => {
    expect(kindsOf(given)).toContain("untrue");
  });
});

test.for(["publishing", "scheduled"])("a due post that is still %s is stuck", (status) => {
  expect(kindsOf({ row: { ...row, status }, items: [] })).toEqual(["stuck"]);
});

test("a run that wrote nothing, or observed nothing although posts were published, is insufficient", () => {
  const channel = { id: "c", name: "toy", canLook: true, items: [] };
  expect(findInsufficientCoverage(computeVerdict([], { channels: [channel], rows: [] }))).toHaveLength(1);
  expect(findInsufficientCoverage(judged({ items: [] }))).toHaveLength(1);
  expect(findInsufficientCoverage(judged({}))).toEqual([]);
});
