import type { CDPSession, Page } from "playwright";

/** From a key to the first frame that shows it, as the page itself sees both. */
export type TypingTimes = {
  /** Ms of each key, from the browser's own stamp of it until the frame with the letter was painted. */
  keys: number[];
  /** Ms of each task of 50 ms and more while it was typed. */
  longTasks: number[];
};

type PaintRecord = { keys: number[]; tasks: number[]; wrong: number };

/**
 * From now on the page notes when each change of a text field is painted, and its long tasks. What is painted is looked at:
 * a frame in which the field has lost what was typed counts as `wrong`.
 */
export function recordPaints(page: Page): Promise<void> {
  return page.evaluate(() => {
    const notes: PaintRecord = { keys: [], tasks: [], wrong: 0 };
    Reflect.set(window, "benchNotes", notes);
    let keyAt = 0;
    let typed = "";
    addEventListener("keydown", ({ timeStamp }) => (keyAt = timeStamp), { capture: true });
    addEventListener(
      "input",
      (event) => {
        const [startedAt, field] = [keyAt, event.target];
        // A view that is chosen is no key.
        if (!(field instanceof HTMLTextAreaElement)) return;
        typed = field.value;
        requestAnimationFrame(() => {
          const channel = new MessageChannel();
          // The first task after the frame: style, layout and painting are behind it.
          channel.port1.onmessage = () => {
            notes.keys.push(performance.now() - startedAt);
            if (field.value !== typed) notes.wrong += 1;
          };
          channel.port2.postMessage(0);
        });
      },
      { capture: true },
    );
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) notes.tasks.push(duration);
    }).observe({ type: "longtask" });
  });
}

/** What was noted since it was asked last. @throws when not exactly `count` keys were painted. */
async function takeNotes(page: Page, count: number): Promise<TypingTimes> {
  const { keys, tasks, wrong } = await page.evaluate(() => {
    const notes = Reflect.get(window, "benchNotes") as PaintRecord;
    const taken = { ...notes, keys: notes.keys.splice(0), tasks: notes.tasks.splice(0) };
    notes.wrong = 0;
    return taken;
  });
  if (keys.length !== count || wrong > 0)
    throw new Error(`${keys.length} of ${count} keys were painted, ${wrong} of them with a wrong text.`);
  return { keys, longTasks: tasks };
}

/**
 * Ms between two keys, the same for the same start: those of a fluent hand lie around 130, and some are pauses, in which what was
 * put off is done and the next key may meet it.
 */
function* gaps(start: number): Generator<number> {
  let seed = start;
  const random = () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  for (;;) {
    const normal = Math.sqrt(-2 * Math.log(random())) * Math.cos(2 * Math.PI * random());
    yield Math.round(Math.min(900, Math.max(45, 130 * Math.exp(0.55 * normal))));
  }
}

const letters = "and so it goes on";

/** Types so many keys where the caret is, every second dozen of them erasing what the dozen before wrote. */
export async function typeKeys(page: Page, count: number, start: number): Promise<TypingTimes> {
  const pauses = gaps(start);
  for (let at = 0; at < count; at += 1) {
    const isErasing = Math.floor(at / 12) % 2 === 1;
    const letter = letters[at % letters.length] ?? "a";
    await page.keyboard.press(isErasing ? "Backspace" : letter === " " ? "Space" : letter);
    await page.waitForTimeout(pauses.next().value ?? 130);
  }
  // The last key's own work, and what follows a rest, belong to it.
  await page.waitForTimeout(800);
  return takeNotes(page, count);
}

/** Pastes as a person does, without the machine's clipboard. @returns ms until the frame that shows it was painted. */
export function pasteText(page: Page, text: string): Promise<number> {
  return page.evaluate(async (words) => {
    const data = new DataTransfer();
    data.setData("text/plain", words);
    const field = document.activeElement as HTMLTextAreaElement;
    const event = new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true });
    const startedAt = performance.now();
    if (field.dispatchEvent(event)) document.execCommand("insertText", false, words);
    await new Promise((resolve) => requestAnimationFrame(resolve));
    await new Promise<void>((resolve) => {
      const channel = new MessageChannel();
      channel.port1.onmessage = () => resolve();
      channel.port2.postMessage(0);
    });
    return performance.now() - startedAt;
  }, text);
}

/** Makes the page's processor so many times slower, and as fast as it is for 1. */
export async function throttleCpu(cdp: CDPSession, rate: number): Promise<void> {
  await cdp.send("Emulation.setCPUThrottlingRate", { rate });
}
