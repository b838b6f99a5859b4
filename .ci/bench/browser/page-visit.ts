import { setTimeout as pause } from "node:timers/promises";
import type { CDPSession, Locator, Page } from "playwright";

const slowdown = 4;
/** How long the pointer rests on the link: what it asks for ahead and the work of Playwright are over by then. */
const restMs = 400;
/** Long enough for what comes after the content, such as a list that is read again. */
const afterMs = 700;

/** The page that a press opens: its path, and the text of its `h1`. */
export type VisitTarget = { path: string; title: string };
/** Ms of the page's thread in one visit. `rest` is painting, commits of frames, parsing and everything else. */
export type ThreadWork = { all: number; script: number; style: number; layout: number; rest: number };
export type PageVisit = {
  /** From the click until the frame with the content is painted. */
  ms: number;
  /** From the click until the last byte of the page's answer; 0 without one. */
  answerMs: number;
  work: ThreadWork;
  /** How far the page moves in the time after its content. */
  shift: number;
};
type Shift = { at: number; value: number };
type Outcome = { ms: number; answerMs: number; shownAt: number };

/** Visits pages by a pointer, slowed down, and measures them. */
export type PageVisitor = (link: Locator, target: VisitTarget) => Promise<PageVisit>;

export async function createPageVisitor(page: Page): Promise<PageVisitor> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("Performance.enable", { timeDomain: "threadTicks" });
  await cdp.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  return async (link, target) => {
    await link.hover();
    await recordVisit(page, target);
    await pause(restMs);
    const before = await readWork(cdp);
    await page.mouse.down();
    await page.mouse.up();
    const { ms, answerMs, shownAt } = await page.evaluate(() => Reflect.get(window, "benchVisit") as Promise<Outcome>);
    const after = await readWork(cdp);
    const [all, script, style, layout] = [
      after.all - before.all,
      after.script - before.script,
      after.style - before.style,
      after.layout - before.layout,
    ];
    const work = { all, script, style, layout, rest: all - script - style - layout };
    return { ms, answerMs, work, shift: await readShift(page, shownAt) };
  };
}

/**
 * From the next click the page waits for the target's title without a skeleton, then for the frame with it. It looks
 * after each change of the document: asking for each frame would make the browser produce frames that no person needs.
 */
function recordVisit(page: Page, target: VisitTarget): Promise<void> {
  return page.evaluate(({ path, title }) => {
    performance.clearResourceTimings();
    if (!Reflect.has(window, "benchShifts")) {
      const shifts: Shift[] = [];
      Reflect.set(window, "benchShifts", shifts);
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          shifts.push({ at: entry.startTime, value: (entry as unknown as { value: number }).value });
      }).observe({ type: "layout-shift" });
    }
    const isShown = () =>
      location.pathname === path &&
      document.querySelector("main h1")?.textContent === title &&
      document.querySelector("main .animate-breathe") === null;
    const readOutcome = (startedAt: number): Outcome => {
      const shownAt = performance.now();
      const answers = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
      const ends = answers.filter(({ name }) => name.includes("_rsc=")).map(({ responseEnd }) => responseEnd);
      return { ms: shownAt - startedAt, answerMs: Math.max(0, ...ends.map((end) => end - startedAt)), shownAt };
    };
    const visited = new Promise<Outcome>((resolve) => {
      const onClick = ({ timeStamp: startedAt }: Event) => {
        const look = () => {
          if (!isShown()) return;
          observer.disconnect();
          // The first task after the frame: style, layout and painting are behind it.
          requestAnimationFrame(() => {
            const channel = new MessageChannel();
            channel.port1.onmessage = () => resolve(readOutcome(startedAt));
            channel.port2.postMessage(0);
          });
        };
        const observer = new MutationObserver(look);
        observer.observe(document, { childList: true, subtree: true, characterData: true, attributeFilter: ["class"] });
      };
      addEventListener("click", onClick, { capture: true, once: true });
    });
    Reflect.set(window, "benchVisit", visited);
  }, target);
}

/** Waits for what comes after the content, and returns how far it moved the page. */
async function readShift(page: Page, shownAt: number): Promise<number> {
  await pause(afterMs);
  const shifts = await page.evaluate(() => Reflect.get(window, "benchShifts") as Shift[]);
  return shifts.reduce((sum, { at, value }) => (at > shownAt ? sum + value : sum), 0);
}

/** Ms of processor time of the page's thread, slowed down: a busy machine lengthens waits and not this. */
async function readWork(cdp: CDPSession): Promise<Omit<ThreadWork, "rest">> {
  const { metrics } = await cdp.send("Performance.getMetrics");
  const read = (name: string) => (metrics.find((one) => one.name === name)?.value ?? Number.NaN) * 1_000;
  return {
    all: read("TaskDuration"),
    script: read("ScriptDuration"),
    style: read("RecalcStyleDuration"),
    layout: read("LayoutDuration"),
  };
}
