/**
 * The queries that may be out of date: all, or only those of the inbox, the review, the calendar notes, the channels, or
 * the drafts.
 */
export type InvalidationScope = "all" | "inbox" | "claims" | "notes" | "channels" | "drafts";

/**
 * Ms until the next attempt: doubled after each failure and randomised downwards by up to half, so that not all
 * browsers reconnect at once.
 */
const tryMs = { first: 500, last: 30_000 };
/** Ms of silence after which a connection counts as lost: the service sends a sign of life every 15 s. */
const silentMs = 40_000;
/** Ms until the first poll where the service has no event stream, and at most: each wait is twice the one before. */
const pollMs = { first: 30_000, most: 120_000 };

type EventSubscriptionOptions = {
  /** Path of the event stream; null if the service has none, then the source polls. */
  path: string | null;
  /**
   * The instant at which the server read the shown data, if its event stream reports changes since an instant;
   * otherwise null. Used for the first connection.
   */
  since: string | null;
  onTouched: (touched: InvalidationScope) => void;
};

/**
 * Subscribes to changes by one event stream while the tab is visible. A hidden tab has no stream, so that many tabs do
 * not use up the six connections that a browser opens to one host. After each break, everything is invalidated.
 * @returns a function that ends the subscription
 */
export function subscribeToEvents({ path, since, onTouched }: EventSubscriptionOptions): () => void {
  let source: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failed = 0;
  let isFirst = true;
  let polls = 0;

  function stop(): void {
    clearTimeout(timer);
    source?.close();
    source = null;
  }

  function start(): void {
    if (document.visibilityState === "hidden" || source) return;
    if (path === null) {
      // The server has just read the data of a page that was opened.
      if (!isFirst) onTouched("all");
      isFirst = false;
      timer = setTimeout(start, Math.min(pollMs.first * 2 ** polls, pollMs.most));
      polls += 1;
      return;
    }
    const tells = isFirst && since !== null;
    const own = new EventSource(tells ? `${path}?since=${encodeURIComponent(since)}` : path);
    source = own;
    const alive = () => {
      clearTimeout(timer);
      timer = setTimeout(again, silentMs);
    };
    own.onopen = () => {
      alive();
      isFirst = false;
      // Something may have changed between the shown data and now.
      if (!tells) onTouched("all");
    };
    own.onerror = again;
    own.addEventListener("beat", () => {
      failed = 0;
      alive();
    });
    own.addEventListener("change", (event: MessageEvent<unknown>) => {
      failed = 0;
      alive();
      onTouched(getInvalidationScope(event.data));
    });
    alive();
  }

  /**
   * Reconnects. The browser's own retry would wait a fixed time, and would never follow an answer that is no stream.
   */
  function again(): void {
    stop();
    failed += 1;
    // The stream stays unavailable: refetching keeps the data as fresh as possible, or shows that it can't be read.
    if (failed > 1) onTouched("all");
    const mostMs = Math.min(tryMs.first * 2 ** (failed - 1), tryMs.last);
    timer = setTimeout(start, mostMs * (0.5 + Math.random() / 2));
  }

  function restart(): void {
    stop();
    failed = 0;
    polls = 0;
    start();
  }
  const onVisible = () => (document.visibilityState === "hidden" ? stop() : restart());
  document.addEventListener("visibilitychange", onVisible);
  addEventListener("online", restart);
  // A page in the back/forward cache holds no connection, and refreshes when it is shown again.
  addEventListener("pagehide", stop);
  addEventListener("pageshow", onShow);
  function onShow(event: PageTransitionEvent): void {
    if (event.persisted) restart();
  }
  start();

  return () => {
    stop();
    document.removeEventListener("visibilitychange", onVisible);
    removeEventListener("online", restart);
    removeEventListener("pagehide", stop);
    removeEventListener("pageshow", onShow);
  };
}

/** Parses the scope of an event; an unreadable event invalidates everything. */
function getInvalidationScope(data: unknown): InvalidationScope {
  try {
    const event: unknown = JSON.parse(String(data));
    const type = typeof event === "object" && event !== null && "type" in event ? event.type : null;
    if (type === "inbox" || type === "notes" || type === "channels" || type === "drafts") return type;
    return type === "claims" || type === "review" ? "claims" : "all";
  } catch {
    return "all";
  }
}
