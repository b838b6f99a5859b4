import type { Page } from "playwright/test";

/** A slow machine under load hydrates within seconds; what takes longer is a fault. */
const longestMs = 20_000;

/** As much of a fiber of React as is looked at. */
type Fiber = { memoizedState: unknown; child: Fiber | null; sibling: Fiber | null };

/**
 * Waits until the page answers keys and clicks. What the server sent is deaf at first: React makes it live piece by piece,
 * and listeners on the window come with the effects after that. React tells nobody, so its own tree is asked: its root
 * lies on the document, and a piece that isn't live yet is marked as dehydrated. A page without our scripts hears at once.
 */
export async function waitForHydration(page: Page): Promise<void> {
  await page.evaluate(async (limitMs) => {
    const isLive = () => {
      const name = Object.keys(document).find((one) => one.startsWith("__reactContainer$"));
      if (!name) return document.querySelector('script[src*="/_next/"]') === null;
      const container = Reflect.get(document, name) as { stateNode: { current: Fiber } };
      const root = container.stateNode.current;
      const waiting: Fiber[] = [root];
      for (let one = waiting.pop(); one; one = waiting.pop()) {
        const state = one.memoizedState as { dehydrated?: unknown; isDehydrated?: unknown } | null;
        if (state && typeof state === "object" && (state.isDehydrated || state.dehydrated)) return false;
        if (one.child) waiting.push(one.child);
        if (one.sibling) waiting.push(one.sibling);
      }
      return true;
    };
    const startedAt = performance.now();
    while (!isLive()) {
      if (performance.now() - startedAt > limitMs) throw new Error(`${location.pathname} is deaf after ${limitMs} ms.`);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    // The effects of what was made live last are run before the browser is idle.
    await new Promise<void>((resolve) => requestIdleCallback(() => resolve(), { timeout: 1_000 }));
  }, longestMs);
}

const listening = new WeakSet<Page>();

/** From now on this page's ways to an address end when the page hears. */
export function waitForHydrationAfterNavigation(page: Page): void {
  if (listening.has(page)) return;
  listening.add(page);
  const { goto, reload, goBack, goForward } = page;
  const then = async <T>(answer: T): Promise<T> => {
    await waitForHydration(page);
    return answer;
  };
  page.goto = async (...given) => then(await goto.apply(page, given));
  page.reload = async (...given) => then(await reload.apply(page, given));
  page.goBack = async (...given) => then(await goBack.apply(page, given));
  page.goForward = async (...given) => then(await goForward.apply(page, given));
}
