import type { Page } from "playwright/test";

/** The server renders a page within a second or two, also on a busy machine; more is a bug. */
const longestMs = 20_000;

/** The fields of a React fiber that this file reads. */
type Fiber = { tag: number; memoizedState: unknown; child: Fiber | null; sibling: Fiber | null };
type Router = { push: (address: string) => void };

/**
 * Goes to another page as a link of the app does: the document stays, with all that the app keeps in memory. It costs a
 * third of a load, which only the first page needs. A test about loading, a page without a network, a session or leaving
 * with unapplied changes calls `goto` for each page.
 *
 * The wait ends when the new page is in the document. Next replaces the state of the browser's history when it has committed a
 * page, so a mark in the old state tells when. It does not follow a redirect of the server: load such an address.
 * @throws when the navigation is lost, so that the former page stays
 */
export async function visit(page: Page, address: string): Promise<void> {
  if (page.url() === "about:blank") {
    await page.goto(address);
    return;
  }
  await page.evaluate(
    async ({ address, limitMs }) => {
      const next = Reflect.get(window, "next") as { router?: Router } | undefined;
      if (!next?.router) throw new Error(`No page of the app is open that could lead to ${address}.`);
      // The value of React for a boundary; it has a state while its content is missing.
      const suspense = 13;
      const isWhole = () => {
        const name = Object.keys(document).find((one) => one.startsWith("__reactContainer$"));
        const container = Reflect.get(document, name ?? "") as { stateNode: { current: Fiber } };
        const waiting: Fiber[] = [container.stateNode.current];
        for (let one = waiting.pop(); one; one = waiting.pop()) {
          if (one.tag === suspense && one.memoizedState !== null) return false;
          if (one.child) waiting.push(one.child);
          if (one.sibling) waiting.push(one.sibling);
        }
        return true;
      };
      const before = location.href;
      history.replaceState({ ...history.state, isLeft: true }, "");
      next.router.push(address);
      const startedAt = performance.now();
      while (history.state?.isLeft || !isWhole()) {
        if (performance.now() - startedAt > limitMs) throw new Error(`${address} is not there after ${limitMs} ms.`);
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      if (location.href === before && new URL(address, before).href !== before)
        throw new Error(`${address} did not open: ${before} is still there.`);
      // The effects of the new page run before the browser is idle.
      await new Promise<void>((resolve) => requestIdleCallback(() => resolve(), { timeout: 1_000 }));
    },
    { address, limitMs: longestMs },
  );
}
