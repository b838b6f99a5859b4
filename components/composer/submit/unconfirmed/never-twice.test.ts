import { spawn } from "node:child_process";
import path from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createComposerState, reduceComposer } from "#components/composer/state/composer-reducer.ts";
import type { ComposerEffect, ComposerEvent, ComposerState } from "#components/composer/state/composer-state.ts";
import { createEmptyDraft } from "#components/composer/state/draft.ts";
import { createPostPayload } from "#components/composer/state/submission/draft-post-conversion.ts";
import { createClient, type ServiceClient } from "#lib/client/create-client.ts";
import type { Channel, Post } from "#lib/contract/types.ts";
import { newId } from "#lib/new-id.ts";
import { pollForUnconfirmedPosts, type UnconfirmedPollStatus } from "./poll-for-unconfirmed-posts.ts";
import { createUnconfirmedStore } from "./unconfirmed-store.ts";

const faults = [
  "500",
  "500 own code",
  "502 page",
  "503",
  "504",
  "cut",
  "half",
  "html",
  "unreadable",
  "no posts",
] as const;
/** `answer lost`: the browser loses the dashboard's answer. `slow`: the service answers after the dashboard gave up. */
type Fault = (typeof faults)[number] | "answer lost" | "slow" | "none";

const key = "key-of-the-property";
/** The service has `slowMs` for a slow create, the dashboard waits `timeoutMs` for an answer. */
const [slowMs, timeoutMs] = [90, 45];
const timing = { pendingMs: 130, everyMs: 25, laterMs: 1_000, lastMs: 200 };

let service: { url: string; behave: (next: object) => Promise<void>; stop: () => void };
/** `client` gives up soon, as the faults need it; a busy machine must not turn a read into a fault. */
let client: ServiceClient;
let reader: ServiceClient;
let channels: Channel[];

beforeAll(async () => {
  const file = path.resolve(import.meta.dirname, "../../../../e2e/peers/documented-service.ts");
  const child = spawn(process.execPath, [file, "0", key], { stdio: ["ignore", "pipe", "inherit", "ipc"] });
  const url = await new Promise<string>((resolve) => {
    child.stdout?.once("data", (bytes: Buffer) => resolve(String(bytes).split("\n")[0] ?? ""));
  });
  child.stdout?.resume();
  const behave = (next: object) =>
    new Promise<void>((resolve) => {
      child.once("message", () => resolve());
      child.send(next);
    });
  service = { url, behave, stop: () => child.kill("SIGKILL") };
  const listParams = { status: "state", limit: "page_size", offset: "skip" };
  const options = { baseUrl: url, key, fetch, listParams, keepsRepeats: false };
  client = createClient({ ...options, timeoutMs });
  reader = createClient({ ...options, timeoutMs: 10_000 });
  channels = (await reader.listChannels()).ok ?? [];
});
afterAll(() => service.stop());

/** The browser's storage, which its tabs share. */
function createStorage() {
  const items = new Map<string, string>();
  return {
    get: (name: string) => items.get(name) ?? null,
    set: (name: string, text: string) => void items.set(name, text),
    remove: (name: string) => void items.delete(name),
    names: () => [...items.keys()],
  };
}

/** A composer without its page: the reducer, the stored requests and the polling, with one draft. */
function openTab(storage: ReturnType<typeof createStorage>, text: string, faultOf: () => Fault) {
  let status: UnconfirmedPollStatus | null = null;
  let left = new AbortController();
  let isOpen = true;
  let state: ComposerState = createComposerState(
    { type: "new" },
    { ...createEmptyDraft("p1", 20), parts: [{ id: "p1", text }], channelIds: channels.map(({ id }) => id) },
  );
  const store = createUnconfirmedStore(() => ({
    memberId: "m",
    isNeeded: true,
    idNow: () => "draft",
    getState: () => state,
    dispatch,
    nowMs: Date.now,
    storage,
  }));

  async function send(effect: Extract<ComposerEffect, { type: "send" }>): Promise<void> {
    const resolve = store.begin(effect.call);
    if (!resolve) return;
    const fault = faultOf();
    if (fault !== "none" && fault !== "answer lost") await service.behave({ create: fault, slowMs });
    const body = createPostPayload(effect.draft, effect.intent, new Date(), effect.call);
    const answer = await client.createPosts(body);
    if (!isOpen) return;
    const lost = { code: "unreachable", message: "", status: null };
    const isShort = answer.ok && answer.ok.length < body.channels.length;
    const failure = fault === "answer lost" ? lost : isShort ? { ...lost, code: "unreadable" } : answer.error;
    const postIds = failure ? null : (answer.ok ?? []).map(({ id }) => id);
    dispatch(failure ? { type: "refused", failure } : { type: "accepted", postIds: postIds ?? [] });
    resolve(postIds);
  }

  let work: Promise<unknown> = Promise.resolve();
  function dispatch(event: ComposerEvent): void {
    const [next, effects] = reduceComposer(state, event);
    state = next;
    for (const effect of effects) if (effect.type === "send") work = Promise.all([work, send(effect)]);
  }

  /** The banner: shown, and looking, while requests are unconfirmed. */
  async function look(): Promise<void> {
    await work;
    if (!isOpen || state.out.unsure.length === 0) return;
    left = new AbortController();
    const deps = {
      store,
      dispatch,
      timing,
      getProgress: () => state.out,
      getChannels: () => channels,
      nowMs: Date.now,
      readLatestPosts: async () => (await reader.listPosts({ limit: 100 })).ok?.data ?? null,
      onFound: () => undefined,
      onStatus: (next: UnconfirmedPollStatus) => {
        status = next;
        // The member reads the question; the reads that follow are not waited for.
        if (next !== "arrived") left.abort();
      },
    };
    await pollForUnconfirmedPosts(deps, left.signal);
  }

  return {
    getState: () => state,
    isArrived: () => status === "arrived",
    /** @returns true if the member was asked whether to send again, with the sentence that it may become two */
    isAsked: () => state.out.unsure.length > 0 && (status === "absent" || status === "unreadable"),
    press(): void {
      if (state.out.unsure.length === 0) dispatch({ type: "submitted", intent: "send", repeatKey: newId() });
    },
    sendAgain(): void {
      status = null;
      dispatch({ type: "not-arrived" });
      store.resolved();
      dispatch({ type: "submitted", intent: "send", repeatKey: newId() });
    },
    resume: () => store.resume(),
    look,
    leave(): void {
      isOpen = false;
      left.abort();
    },
  };
}
type Tab = ReturnType<typeof openTab>;

const countStored = async (text: string) => {
  const { ok } = await reader.listPosts({ limit: 100 });
  const stored = (ok?.data ?? []).filter((post: Post) => post.posts.some((part) => part.text === text));
  return stored.length / channels.length;
};

const step = fc.record({
  tab: fc.nat({ max: 1 }),
  act: fc.constantFrom("press", "press at once", "reload", "look", "send again"),
});

test("a service without idempotency keys never holds a post twice unless the member was told that it may", {
  timeout: 300_000,
}, async () => {
  const tally = { runs: 0, stored: 0, told: 0, twice: 0, arrived: 0 };
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom<Fault>(...faults, "answer lost", "slow"),
      fc.boolean(),
      fc.array(step, { minLength: 1, maxLength: 6 }),
      async (fault, stores, steps) => {
        const text = `Once ${newId()}`;
        const storage = createStorage();
        let next: Fault = fault;
        await service.behave({ create: null, stores });
        const open = () =>
          openTab(storage, text, () => {
            const now = next;
            next = "none";
            return now;
          });
        const tabs: [Tab, Tab] = [open(), open()];
        let told = 0;
        const act = async ({ tab: at, act: kind }: { tab: number; act: string }) => {
          const tab = tabs[at === 0 ? 0 : 1];
          if (kind === "press" || kind === "press at once") tab.press();
          if (kind === "press") await tab.look();
          if (kind === "look") await tab.look();
          if (kind === "send again") {
            await tab.look();
            if (!tab.isAsked()) return;
            told += 1;
            tab.sendAgain();
          }
          if (kind === "reload") {
            const isSent = tab.getState().phase.status === "sent";
            tab.leave();
            // A submitted draft is gone from the browser, so a reload has nothing to send.
            if (isSent) return;
            tabs[at === 0 ? 0 : 1] = open();
            tabs[at === 0 ? 0 : 1].resume();
          }
        };
        await act({ tab: 0, act: "press at once" });
        for (const one of steps) await act(one);
        await Promise.all(tabs.map((tab) => tab.look()));
        // A slow service may store the post after its answer was given up.
        if (fault === "slow") await new Promise((resolve) => setTimeout(resolve, slowMs));
        const stored = await countStored(text);
        tally.runs += 1;
        tally.stored += stored;
        tally.told += told;
        tally.twice += stored > 1 ? 1 : 0;
        for (const tab of tabs) {
          if (!tab.isArrived()) continue;
          tally.arrived += 1;
          expect(stored, "the page said that it arrived").toBeGreaterThan(0);
        }
        expect(stored, "posts stored, with this many warnings").toBeLessThanOrEqual(1 + told);
        await Promise.all(tabs.map((tab) => tab.leave()));
      },
    ),
    { numRuns: Number(process.env["RUNS"] ?? 40), seed: 7 },
  );
  // A run in which nothing arrived, or no member was asked, would prove nothing.
  expect(tally.arrived).toBeGreaterThan(10);
  expect(tally.told).toBeGreaterThan(1);
  if (process.env["TALLY"]) process.stdout.write(`${JSON.stringify(tally)}\n`);
});
