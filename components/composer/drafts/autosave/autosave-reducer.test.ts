import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type AutosaveState,
  autosaveMaxDelayMs,
  autosavePauseMs,
  createAutosaveState,
  getNextSaveAtMs,
  isAllSaved,
  reduceAutosave,
  type SaveRequest,
} from "./autosave-reducer.ts";

type Words = { n: number; by: "us" | "them" };
const same = (one: Words, other: Words) => one.n === other.n && one.by === other.by;

/** Simulates a service with a version check, and a network that delays, loses and reorders requests. */
function makeWorld() {
  let state: AutosaveState<Words> = createAutosaveState(0, null);
  let nowMs = 0;
  let typed = 0;
  const service = { version: 0, content: null as Words | null, history: [] as Words[] };
  /** Requests that have not arrived yet. The client no longer awaits some of them. */
  const underway: { save: SaveRequest<Words>; isAwaited: boolean }[] = [];
  const shown: Words[] = [];
  const put = ({ content, version }: SaveRequest<Words>) => {
    if (version !== service.version) return false;
    Object.assign(service, { version: version + 1, content });
    service.history.push(content);
    return true;
  };
  const step = (event: Parameters<typeof reduceAutosave<Words>>[1]) => {
    const [next, save] = reduceAutosave(state, event, same);
    state = next;
    if (next.conflict) shown.push(next.conflict.content);
    if (save) {
      expect(underway.filter(({ isAwaited }) => isAwaited)).toHaveLength(0);
      underway.push({ save, isAwaited: true });
    }
  };
  const answer = (done: boolean) => {
    if (done) return step({ type: "saved", version: service.version, at: "now" });
    if (service.content === null) throw new Error("refused by nobody");
    step({ type: "moved", newer: { content: service.content, version: service.version, at: "now", gone: null } });
  };
  return {
    service,
    shown,
    state: () => state,
    last: () => typed,
    step,
    type() {
      typed += 1;
      step({ type: "changed", content: { n: typed, by: "us" }, atMs: nowMs });
    },
    pass(ms: number) {
      nowMs += ms;
      step({ type: "due", atMs: nowMs });
    },
    /** Lets one request arrive. If the client still awaits the request, it gets the answer, or the answer is lost. */
    arrive(at: number, isAnswered: boolean) {
      const [one] = underway.splice(at % Math.max(1, underway.length), 1);
      if (!one) return;
      const done = put(one.save);
      if (!one.isAwaited) return;
      if (isAnswered) answer(done);
      else step({ type: "lost", atMs: nowMs });
    },
    /** The client stops waiting; the request may still arrive. */
    giveUp() {
      const one = underway.find(({ isAwaited }) => isAwaited);
      if (!one) return;
      one.isAwaited = false;
      step({ type: "lost", atMs: nowMs });
    },
    /** Reloads the page: requests on their way may still arrive, but no page gets the answer. */
    reload() {
      const { version, savedAt, pending, inFlight, unanswered } = state;
      for (const one of underway) one.isAwaited = false;
      state = createAutosaveState(version, savedAt, inFlight === null ? unanswered : [...unanswered, inFlight]);
      if (pending !== null || inFlight !== null)
        step({ type: "changed", content: { n: typed, by: "us" }, atMs: nowMs });
    },
    theirs(n: number) {
      put({ content: { n, by: "them" }, version: service.version });
    },
    left: () => underway.length,
  };
}
type World = ReturnType<typeof makeWorld>;

const turn: fc.Arbitrary<(world: World) => void> = fc.oneof(
  { arbitrary: fc.constant((world: World) => world.type()), weight: 4 },
  { arbitrary: fc.nat({ max: 40_000 }).map((ms) => (world: World) => world.pass(ms)), weight: 4 },
  fc.constant((world: World) => world.step({ type: "flushed" })),
  {
    arbitrary: fc.tuple(fc.nat(5), fc.boolean()).map(
      ([at, isAnswered]) =>
        (world: World) =>
          world.arrive(at, isAnswered),
    ),
    weight: 4,
  },
  fc.constant((world: World) => world.giveUp()),
  fc.constant((world: World) => world.reload()),
);

test("the last text reaches the service, never an older one over a newer, in any order of events", () => {
  fc.assert(
    fc.property(fc.array(turn, { maxLength: 80 }), (turns) => {
      const world = makeWorld();
      for (const act of turns) act(world);
      for (let round = 0; round < 300 && (world.left() > 0 || !isAllSaved(world.state())); round += 1) {
        world.arrive(0, true);
        world.pass(40_000);
      }
      expect(world.state().conflict).toBeNull();
      expect(isAllSaved(world.state())).toBe(true);
      if (world.last() > 0) expect(world.service.content).toEqual({ n: world.last(), by: "us" });
      const numbers = world.service.history.map(({ n }) => n);
      expect(numbers).toEqual([...numbers].sort((one, other) => one - other));
    }),
    { numRuns: 2_000 },
  );
});

test("another device's text is never replaced without being shown", () => {
  const withOthers = fc.oneof(
    { arbitrary: turn, weight: 5 },
    fc.nat().map((n) => (world: World) => world.theirs(n)),
    fc
      .constantFrom<"mine" | "theirs">("mine", "theirs")
      .map((choice) => (world: World) => world.step({ type: "chosen", choice, atMs: 0 })),
  );
  fc.assert(
    fc.property(fc.array(withOthers, { maxLength: 80 }), (turns) => {
      const world = makeWorld();
      for (const act of turns) act(world);
      const { history, content } = world.service;
      const overwritten = history.filter(
        (one, at) => one.by === "them" && history[at + 1]?.by === "us" && one !== content,
      );
      for (const one of overwritten) expect(world.shown).toContainEqual(one);
    }),
    { numRuns: 2_000 },
  );
});

describe("autosave timing", () => {
  test("saves after a pause, at the latest while typing continues, and never twice", () => {
    let state = createAutosaveState<Words>(0, null);
    const type = (atMs: number) => {
      state = reduceAutosave(state, { type: "changed", content: { n: atMs, by: "us" }, atMs }, same)[0];
    };
    expect(getNextSaveAtMs(state)).toBeNull();
    type(0);
    expect(getNextSaveAtMs(state)).toBe(autosavePauseMs);
    for (let atMs = 1_000; atMs <= 4_000; atMs += 1_000) type(atMs);
    expect(getNextSaveAtMs(state)).toBe(autosaveMaxDelayMs);
    const [next, save] = reduceAutosave(state, { type: "due", atMs: autosaveMaxDelayMs }, same);
    expect(save).toEqual({ content: { n: 4_000, by: "us" }, version: 0 });
    expect(reduceAutosave(next, { type: "flushed" }, same)[1]).toBeNull();
  });

  test("waits longer after each failure, and saves at once when forced", () => {
    let state = reduceAutosave(
      createAutosaveState<Words>(0, null),
      { type: "changed", content: { n: 1, by: "us" }, atMs: 0 },
      same,
    )[0];
    const waits: number[] = [];
    for (let round = 0; round < 7; round += 1) {
      state = reduceAutosave(state, { type: "flushed" }, same)[0];
      state = reduceAutosave(state, { type: "lost", atMs: 0 }, same)[0];
      waits.push(getNextSaveAtMs(state) ?? -1);
    }
    expect(waits).toEqual([2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]);
    expect(reduceAutosave(state, { type: "flushed" }, same)[1]).not.toBeNull();
  });
});

test("resolving a conflict keeps mine, takes theirs, or keeps theirs and starts a new draft with mine", () => {
  const theirs = { content: { n: 9, by: "them" as const }, version: 4, at: "then", gone: null };
  const changed = reduceAutosave(
    createAutosaveState<Words>(2, null),
    { type: "changed", content: { n: 1, by: "us" }, atMs: 0 },
    same,
  )[0];
  const conflict = reduceAutosave(
    reduceAutosave(changed, { type: "flushed" }, same)[0],
    { type: "moved", newer: theirs },
    same,
  )[0];
  expect(conflict.conflict).toEqual(theirs);
  const choose = (choice: "mine" | "theirs" | "copy") =>
    reduceAutosave(conflict, { type: "chosen", choice, atMs: 0 }, same);
  expect(choose("mine")[1]).toEqual({ content: { n: 1, by: "us" }, version: 4 });
  expect(choose("copy")[1]).toEqual({ content: { n: 1, by: "us" }, version: 0 });
  expect(choose("theirs")).toMatchObject([{ version: 4, pending: null, conflict: null }, null]);
});
