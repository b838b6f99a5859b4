import type { Page } from "playwright/test";

/** A slow machine under load hydrates within seconds; more is a bug. */
const longestMs = 20_000;

/** The fields of a React fiber that this file reads. */
type Fiber = { memoizedState: unknown; child: Fiber | null; sibling: Fiber | null };

/**
 * Waits until the page answers keys and clicks. React hydrates the server's HTML piece by piece, and listeners on the
 * window come with the effects after that. React has no event for this, so the function reads its tree: the root is on
 * the document, and a piece that is not yet live is marked as dehydrated. A page without our scripts needs no wait.
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
    // The effects of the last hydrated piece run before the browser is idle.
    await new Promise<void>((resolve) => requestIdleCallback(() => resolve(), { timeout: 1_000 }));
  }, longestMs);
}

/** The errors of a `goto` that another navigation of the page replaced. */
const interrupted = /interrupted by another navigation|net::ERR_ABORTED/;

const listening = new WeakSet<Page>();

/**
 * Makes all further navigations of this page end after hydration. A page whose session ends opens sign-in by itself; a
 * `goto` that meets this navigation is repeated, as a person's address would win.
 */
export function waitForHydrationAfterNavigation(page: Page): void {
  if (listening.has(page)) return;
  listening.add(page);
  const { goto, reload, goBack, goForward } = page;
  const then = async <T>(answer: T): Promise<T> => {
    await waitForHydration(page);
    return answer;
  };
  page.goto = async (...given) =>
    then(
      await goto.apply(page, given).catch((error: unknown) => {
        if (interrupted.test(String(error))) return goto.apply(page, given);
        throw error;
      }),
    );
  page.reload = async (...given) => then(await reload.apply(page, given));
  page.goBack = async (...given) => then(await goBack.apply(page, given));
  page.goForward = async (...given) => then(await goForward.apply(page, given));
}
