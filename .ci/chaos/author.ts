import { setTimeout as pause } from "node:timers/promises";
import sharp from "sharp";
import { getPlatformRules } from "#lib/contract/platforms/platform-rules.ts";
import type { BulkChangeResult, ChannelDetail, Media, Post } from "#lib/contract/types.ts";
import type { ApiClient } from "./api-client.ts";
import type { SeededRandom } from "./seeded-random.ts";
import type { AcknowledgedPost, PostVersion } from "./verdict.ts";

type CreatePostBody = { channels: string[]; thread: string[]; media: string[]; scheduled_for?: string };
type PendingCreate = { key: string; words: string[]; body: CreatePostBody };

/** What the author has done, for the last line. */
export type AuthorCounts = Record<
  "cut off" | "edits" | "cancels" | "deletes" | "retries" | "bulk changes" | "images" | "refused",
  number
>;

/** Whether a word stands on a channel, for a member who looks. */
export type IsPublished = (channelId: string, word: string) => Promise<boolean>;

const dayMs = 24 * 3_600_000;
/** Characters that platforms count, escape or link in ways of their own. */
const decorations = [
  "",
  "",
  " & <b>bold</b>",
  " *stars* _under_ `tick`",
  " (緑 🌿)",
  " #tag",
  " https://example.org/a?b=c&d",
];

/**
 * Writes, edits, cancels, deletes and sends again, and remembers what was acknowledged and nothing else. What was cut off
 * of a create is repeated under its key until it is answered; after any other answer that was lost a post is left alone.
 */
export class SimulatedAuthor {
  readonly promised: AcknowledgedPost[] = [];
  readonly done: AuthorCounts = {
    "cut off": 0,
    edits: 0,
    cancels: 0,
    deletes: 0,
    retries: 0,
    "bulk changes": 0,
    images: 0,
    refused: 0,
  };
  /** The latest refusal of a create, which would be a mistake of this program. */
  refusal = "";
  readonly #desk: ApiClient;
  readonly #random: SeededRandom;
  readonly #sees: IsPublished;
  readonly #slower: number;
  readonly #unanswered: PendingCreate[] = [];
  /** Of these nothing more is asked. */
  readonly #closed = new Set<string>();
  /** When each goes out, for what is edited just before. */
  readonly #dueAt = new Map<string, number>();
  #channels: ChannelDetail[] = [];
  #images: string[] = [];
  #serial = 0;

  /** @param at.slower its pauses are longer by this factor */
  constructor(at: { desk: ApiClient; random: SeededRandom; sees: IsPublished; slower: number }) {
    this.#desk = at.desk;
    this.#random = at.random;
    this.#sees = at.sees;
    this.#slower = at.slower;
  }

  async prepare(channels: ChannelDetail[]): Promise<void> {
    this.#channels = channels;
    while (this.#images.length < 2) {
      if (!(await this.#upload())) throw new Error("An image upload failed before any fault was caused.");
    }
  }

  /** Until `signal` says so. */
  async work(signal: AbortSignal): Promise<void> {
    const write = async () => {
      while (!signal.aborted) {
        const isDone = await this.#create(this.#unanswered.shift() ?? this.#next());
        await pause(isDone ? this.#random.whole(150, 900) * this.#slower : 200);
      }
    };
    const change = async () => {
      while (!signal.aborted) {
        await pause(this.#random.whole(200, 900) * this.#slower);
        await this.#change();
      }
    };
    await Promise.all([write(), write(), change()]);
  }

  /** Repeats what was cut off until all of it is answered. */
  async finish(): Promise<void> {
    const endsAt = Date.now() + 120_000;
    for (let one = this.#unanswered.shift(); one; one = this.#unanswered.shift()) {
      if (!(await this.#create(one))) await pause(200);
      if (Date.now() > endsAt) throw new Error("Creates are still not answered after all faults were healed.");
    }
  }

  #words(parts: number): string[] {
    this.#serial += 1;
    return Array.from({ length: parts }, (_, part) => `zq${this.#serial}p${part + 1}qz`);
  }

  #thread(words: readonly string[]): string[] {
    const filler = "so that it fits into one item here and needs several there".repeat(
      this.#random.chance(0.4) ? 2 : 0,
    );
    return words.map((word) => `Part ${word}${this.#random.pick(decorations)} ${filler}`.trim());
  }

  /** For X less often: it lets nobody write more than 100 posts in a quarter of an hour, and we look no further. */
  #next(): PendingCreate {
    const words = this.#words(this.#random.whole(1, 4));
    const isChosen = ({ platform, practice }: ChannelDetail) =>
      this.#random.chance(platform === "x" && !practice ? 0.08 : 0.35);
    const channels = this.#channels.filter(isChosen).map(({ id }) => id);
    if (channels.length === 0) channels.push(this.#random.pick(this.#channels).id);
    const draw = this.#random.next();
    const aheadMs = draw < 0.45 ? null : draw < 0.95 ? this.#random.whole(300, 12_000) : dayMs;
    const needsImage = this.#channels.some(
      ({ id, platform }) => channels.includes(id) && getPlatformRules(platform)?.images.required === true,
    );
    const media = this.#random.chance(0.25) || needsImage ? [this.#random.pick(this.#images)] : [];
    const times: Pick<CreatePostBody, "scheduled_for"> =
      aheadMs === null ? {} : { scheduled_for: new Date(Date.now() + aheadMs).toISOString() };
    return { key: `chaos-${words[0]}`, words, body: { channels, thread: this.#thread(words), media, ...times } };
  }

  /** @returns false when it has to be sent again. */
  async #create(wanted: PendingCreate): Promise<boolean> {
    const heard = await this.#desk.ask<Post[]>("POST", "/posts", wanted.body, wanted.key);
    if (heard.type === "done") {
      for (const { id, channel_id: channelId } of heard.data) {
        const versions: PostVersion[] = [{ words: wanted.words, told: "yes" }];
        const images = wanted.body.media.length;
        const told = { canceled: "no", deleted: "no", sendAgain: false } as const;
        this.#dueAt.set(id, Date.parse(wanted.body.scheduled_for ?? ""));
        this.promised.push({ postId: id, channelId: channelId ?? "", versions, images, ...told });
      }
      return true;
    }
    // Its twin from before the cut still counts as under way.
    if (heard.type === "refused" && heard.status !== 409) {
      this.done.refused += 1;
      this.refusal = `${heard.status} ${heard.why}`;
      return true;
    }
    if (heard.type === "lost") this.done["cut off"] += 1;
    this.#unanswered.push(wanted);
    return false;
  }

  async #change(): Promise<void> {
    const young = this.promised.slice(-60).filter(({ postId }) => !this.#closed.has(postId));
    if (young.length === 0) return;
    const one = this.#random.pick(young);
    const draw = this.#random.next();
    const waiting = young.filter(({ postId }) => (this.#dueAt.get(postId) ?? 0) > Date.now());
    if (draw < 0.4) await this.#edit(waiting.length > 0 ? this.#random.pick(waiting) : one);
    else if (draw < 0.5) await this.#cancel(one);
    else if (draw < 0.6) await this.#remove(one);
    else if (draw < 0.75) await this.#retry();
    else if (draw < 0.8) await this.#upload();
    else await this.#changeMany(young);
  }

  /** What was acknowledged may be in any post from now on, and has to stand there with it. */
  async #upload(): Promise<boolean> {
    const background = this.#random.pick(["#aa3311", "#1133aa", "#11aa33"]);
    const png = await sharp({ create: { width: 640, height: 360, channels: 3, background } })
      .png()
      .toBuffer();
    const form = new FormData();
    form.append("file", new Blob([new Uint8Array(png)], { type: "image/png" }), "one.png");
    const heard = await this.#desk.ask<Media>("POST", "/media", form);
    this.done.images += 1;
    if (heard.type !== "done") return false;
    const named = await this.#desk.ask("PATCH", `/media/${heard.data.id}`, { alt: `A plain ${background}` });
    if (named.type === "done") this.#images.push(heard.data.id);
    return named.type === "done";
  }

  async #edit(one: AcknowledgedPost): Promise<void> {
    const seen = await this.#desk.ask<Post>("GET", `/posts/${one.postId}`);
    if (seen.type !== "done" || seen.data.status !== "scheduled") return;
    const words = this.#words(this.#random.whole(1, 4));
    const body = { version: seen.data.version, thread: this.#thread(words) };
    const heard = await this.#desk.ask<Post>("PATCH", `/posts/${one.postId}`, body);
    this.done.edits += 1;
    const told = heard.type === "done" ? "yes" : heard.type === "lost" ? "maybe" : "no";
    // In the order that counts: what was refused is behind nothing.
    if (told === "no") one.versions.unshift({ words, told });
    else one.versions.push({ words, told });
    if (told === "maybe") this.#closed.add(one.postId);
  }

  async #cancel(one: AcknowledgedPost): Promise<void> {
    const heard = await this.#desk.ask("POST", `/posts/${one.postId}/cancel`);
    this.done.cancels += 1;
    if (heard.type === "refused") return;
    one.canceled = heard.type === "done" ? "yes" : "maybe";
    this.#closed.add(one.postId);
  }

  async #remove(one: AcknowledgedPost): Promise<void> {
    const heard = await this.#desk.ask("DELETE", `/posts/${one.postId}`);
    this.done.deletes += 1;
    if (heard.type === "refused") return;
    one.deleted = heard.type === "done" ? "yes" : "maybe";
    this.#closed.add(one.postId);
  }

  /** Of what is unconfirmed a member says what they see, and now and then asks for it again whatever stands there. */
  async #retry(): Promise<void> {
    const failed = await this.#desk.ask<Post[]>("GET", "/posts?status=failed&limit=20");
    if (failed.type !== "done" || failed.data.length === 0) return;
    const post = this.#random.pick(failed.data);
    const one = this.promised.find(({ postId }) => postId === post.id);
    // Some are left as they are.
    if (!one || this.#closed.has(one.postId) || this.#random.chance(0.3)) return;
    const isUnconfirmed = post.failure?.cause === "unconfirmed";
    const words = one.versions.findLast(({ told }) => told === "yes")?.words ?? [];
    const word = words[post.delivery === "joined" ? 0 : (post.failure?.part ?? 1) - 1] ?? "";
    const isThere = isUnconfirmed && (await this.#sees(one.channelId, word));
    const unconfirmed = isThere && this.#random.chance(0.8) ? "is_there" : "send_again";
    const body = isUnconfirmed ? { unconfirmed } : {};
    if (isUnconfirmed && unconfirmed === "send_again") one.sendAgain = true;
    await this.#desk.ask("POST", `/posts/${one.postId}/retry`, body);
    this.done.retries += 1;
  }

  async #changeMany(young: readonly AcknowledgedPost[]): Promise<void> {
    const action = this.#random.pick(["cancel", "delete", "publish"] as const);
    const some = young.filter(() => this.#random.chance(0.1)).slice(0, 5);
    if (some.length === 0) return;
    const posts = some.map(({ postId }) => ({ id: postId }));
    const heard = await this.#desk.ask<BulkChangeResult>("POST", "/posts/changes", { action, posts });
    this.done["bulk changes"] += 1;
    for (const one of some) {
      const isDone = heard.type === "done" && heard.data.changed.some(({ id }) => id === one.postId);
      const told = isDone ? "yes" : heard.type === "lost" ? "maybe" : "no";
      if (told === "no") continue;
      if (action === "cancel") one.canceled = told;
      if (action === "delete") one.deleted = told;
      if (action !== "publish" || told === "maybe") this.#closed.add(one.postId);
    }
  }
}
