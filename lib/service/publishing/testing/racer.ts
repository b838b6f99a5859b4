import { setTimeout as pause } from "node:timers/promises";
import { setupKey } from "./killable-app.ts";

/**
 * The result of one race, from the author's answer and the timeline. `kept`: the post was not stopped, and is there
 * once as written. `stopped`: the post is absent. `edited`: the post is there once, with the new text. `hidden`: the
 * post was published already and only left the history. `wrong`: anything else.
 */
export type RaceResult = "kept" | "stopped" | "edited" | "hidden" | "wrong";
type Kind = "delete" | "delete by version" | "cancel" | "edit" | "undo of publish now" | "delete of ten at once";
type Wire = { id: string; status: string; scheduled_for: string | null };
type Answer = { status: number; json: { data: Wire & { undo: string | null; changed: Wire[] } } };
type Channel = { id: string; platform: string };
type Race = { kind: Kind; text: string; edited: string; id: string; isDone: boolean };

export type RaceCount = { kind: string; races: number } & Record<RaceResult, number>;

/** The number of races of each kind, and of concurrent lanes. */
const plan: readonly { kind: Kind; rounds: number; lanes: number; posts: number }[] = [
  { kind: "delete", rounds: 200, lanes: 3, posts: 1 },
  { kind: "delete by version", rounds: 150, lanes: 2, posts: 1 },
  { kind: "cancel", rounds: 200, lanes: 3, posts: 1 },
  { kind: "edit", rounds: 200, lanes: 3, posts: 1 },
  { kind: "undo of publish now", rounds: 100, lanes: 6, posts: 1 },
  { kind: "delete of ten at once", rounds: 15, lanes: 1, posts: 10 },
];

/** The least ms between writing a post and its due time; a slow machine needs more. */
const aheadMs = 160;
const graceSeconds = 1;

/**
 * Runs the changes of a member who changes their mind just as a post is published: a thousand times, each close to the
 * due time.
 */
export class Racer {
  readonly #origin: string;
  readonly #races: Race[] = [];
  #channels: Channel[] = [];
  #serial = 0;
  /** Ms that writing a post took lately. */
  #slowestMs = 0;
  /** Ms after its due time at which a post is changed: each race moves it towards the point where either may win. */
  readonly #offsetsMs = new Map<Kind, number>();

  constructor(origin: string) {
    this.#origin = origin;
  }

  async run(): Promise<void> {
    this.#channels = (await this.#ask("GET", "/channels")).json.data as unknown as Channel[];
    await Promise.all(plan.flatMap(({ kind, rounds, lanes, posts }) => this.#lanes(kind, rounds, lanes, posts)));
  }

  #lanes(kind: Kind, rounds: number, lanes: number, posts: number): Promise<void>[] {
    let left = rounds;
    // A plain deletion is never too late, so its offset comes from the guarded deletion.
    const guide = kind === "delete" ? "delete by version" : kind;
    return Array.from({ length: lanes }, async () => {
      while (left > 0) {
        left -= 1;
        const offsetMs = this.#offsetsMs.get(guide) ?? -5;
        const won = await this.#race(kind, posts, offsetMs + Math.random() * 8 - 4);
        if (guide === kind) this.#offsetsMs.set(kind, (this.#offsetsMs.get(kind) ?? -5) + (won ? 1.5 : -1.5) * posts);
      }
    });
  }

  /** @returns true if the member was in time. */
  async #race(kind: Kind, count: number, offsetMs: number): Promise<boolean> {
    const isUndo = kind === "undo of publish now";
    const races = await Promise.all(Array.from({ length: count }, () => this.#write(kind, isUndo)));
    if (isUndo) return await this.#raceUndo(races[0] as Race & { dueMs: number }, offsetMs);
    const dueMs = Math.max(...races.map((race) => race.dueMs));
    await pause(Math.max(0, dueMs + offsetMs - Date.now()));
    const done = await this.#act(kind, races);
    for (const race of races) this.#races.push({ ...race, isDone: done.has(race.id) });
    return done.size > races.length / 2;
  }

  async #raceUndo(race: Race, offsetMs: number): Promise<boolean> {
    const change = { action: "publish", posts: [{ id: race.id }], grace_seconds: graceSeconds };
    const { json } = await this.#ask("POST", "/posts/changes", change);
    const dueMs = Date.parse(json.data.changed[0]?.scheduled_for ?? "");
    await pause(Math.max(0, dueMs + offsetMs - Date.now()));
    const undone = await this.#ask("POST", `/posts/changes/${json.data.undo}/undo`);
    const isDone = undone.json.data.changed.length === 1;
    this.#races.push({ ...race, isDone });
    return isDone;
  }

  async #write(kind: Kind, isDraft: boolean): Promise<Race & { dueMs: number }> {
    this.#serial += 1;
    const text = `Race ${this.#serial}, ${kind}`;
    const writtenAtMs = Date.now();
    const dueMs = writtenAtMs + aheadMs + 2 * this.#slowestMs;
    const channel = this.#channels[this.#serial % this.#channels.length];
    const when = isDraft ? { draft: true } : { scheduled_for: new Date(dueMs).toISOString() };
    const { status, json } = await this.#ask("POST", "/posts", { channels: [channel?.id], text, ...when });
    if (status !== 201) throw new Error(`create: ${status} ${JSON.stringify(json)}`);
    // The maximum decays, so that one stall does not slow all later races.
    this.#slowestMs = Math.max(this.#slowestMs * 0.95, Date.now() - writtenAtMs);
    const [post] = json.data as unknown as Wire[];
    return { kind, text, edited: `${text}, edited`, id: post?.id ?? "", isDone: false, dueMs };
  }

  /** Returns the ids that the service reports as stopped or edited. */
  async #act(kind: Kind, races: readonly Race[]): Promise<Set<string>> {
    const [race] = races as [Race];
    if (kind === "delete by version" || kind === "delete of ten at once") {
      const posts = races.map(({ id }) => ({ id, version: 1 }));
      const { json } = await this.#ask("POST", "/posts/changes", { action: "delete", posts });
      return new Set(json.data.changed.map(({ id }) => id));
    }
    const asked = {
      delete: ["DELETE", `/posts/${race.id}`],
      cancel: ["POST", `/posts/${race.id}/cancel`],
      edit: ["PATCH", `/posts/${race.id}`, { version: 1, text: race.edited }],
    } as const;
    const { status, json } = await this.#ask(...(asked[kind as keyof typeof asked] as ["POST", string]));
    if (status !== 200 && status !== 409) throw new Error(`${kind}: ${status} ${JSON.stringify(json)}`);
    return new Set(status === 200 ? [race.id] : []);
  }

  /** Compares each race's answer with the timelines. */
  async judge(timelines: readonly { text: string }[]): Promise<RaceCount[]> {
    const counts = new Map<string, number>();
    for (const { text } of timelines) counts.set(text, (counts.get(text) ?? 0) + 1);
    const rows = new Map<Kind, RaceCount>();
    for (const race of this.#races) {
      const row = rows.get(race.kind) ?? {
        kind: race.kind,
        races: 0,
        kept: 0,
        stopped: 0,
        edited: 0,
        hidden: 0,
        wrong: 0,
      };
      rows.set(race.kind, row);
      row.races += 1;
      row[await this.#endOf(race, counts.get(race.text) ?? 0, counts.get(race.edited) ?? 0)] += 1;
    }
    return [...rows.values()];
  }

  async #endOf(race: Race, written: number, edited: number): Promise<RaceResult> {
    const { status, json } = await this.#ask("GET", `/posts/${race.id}`);
    const now = status === 404 ? "deleted" : json.data.status;
    if (!race.isDone) return written === 1 && edited === 0 && now === "published" ? "kept" : "wrong";
    if (race.kind === "edit") return written === 0 && edited === 1 && now === "published" ? "edited" : "wrong";
    const wanted = { cancel: "canceled", "undo of publish now": "draft" } as Record<string, string>;
    if (now !== (wanted[race.kind] ?? "deleted") || edited > 0 || written > 1) return "wrong";
    // A plain deletion of a published post is no 409: the post leaves the history, and the answer says so.
    if (written === 1) return race.kind === "delete" ? "hidden" : "wrong";
    return "stopped";
  }

  async #ask(method: string, address: string, body?: object): Promise<Answer> {
    const headers = { authorization: `Bearer ${setupKey}`, "content-type": "application/json" };
    const answer = await fetch(`${this.#origin}/v1${address}`, {
      method,
      headers,
      signal: AbortSignal.timeout(30_000),
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: answer.status, json: (await answer.json()) as Answer["json"] };
  }
}
