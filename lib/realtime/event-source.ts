/** Which readings may have changed: all of them, or those of the inbox, of the review, of the calendar's notes, or of channels, alone. */
export type InvalidationScope = "all" | "inbox" | "claims" | "notes" | "channels";

/** Ms until the next try, doubled with each that fails, and drawn from the half below: not all browsers come at once. */
const tryMs = { first: 500, last: 30_000 };
/** Ms without a sign of life after which a connection is gone, though nobody said so: the service gives one each 15 s. */
const silentMs = 40_000;
/** Ms between two looks where the service tells nothing by itself. */
const pollMs = 20_000;

type EventSubscriptionOptions = {
  /** Path of the event stream; null where the service has none: then it is looked at now and again. */
  path: string | null;
  /**
   * When the server read what is shown, as an instant, where its stream says by itself what changed since; null where it
   * does not. Counts for the first connection.
   */
  since: string | null;
  onTouched: (touched: InvalidationScope) => void;
};

/**
 * Hears of changes by one event stream for as long as the tab is in view; none while it is hidden, so that many tabs do
 * not use up the six connections that a browser opens to one host. After each break everything counts as touched.
 * @returns what ends it
 */
export function subscribeToEvents({ path, since, onTouched }: EventSubscriptionOptions): () => void {
  let source: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failed = 0;
  let isFirst = true;

  function stop(): void {
    clearTimeout(timer);
    source?.close();
    source = null;
  }

  function start(): void {
    if (document.visibilityState === "hidden" || source) return;
    if (path === null) {
      onTouched("all");
      timer = setTimeout(start, pollMs);
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
      // Between what is shown and now something may have changed.
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

  /** The browser's own next try would come after a fixed time, and never after an answer that is no stream. */
  function again(): void {
    stop();
    failed += 1;
    // It stays away: what is shown is kept as fresh as can be, or says that it can't be.
    if (failed > 1) onTouched("all");
    const mostMs = Math.min(tryMs.first * 2 ** (failed - 1), tryMs.last);
    timer = setTimeout(start, mostMs * (0.5 + Math.random() / 2));
  }

  function restart(): void {
    stop();
    failed = 0;
    start();
  }
  const onVisible = () => (document.visibilityState === "hidden" ? stop() : restart());
  document.addEventListener("visibilitychange", onVisible);
  addEventListener("online", restart);
  // A page that is kept for Back holds no connection, and shows what is old when it comes back.
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

/** What can't be read may mean anything, so everything. */
function getInvalidationScope(data: unknown): InvalidationScope {
  try {
    const event: unknown = JSON.parse(String(data));
    const type = typeof event === "object" && event !== null && "type" in event ? event.type : null;
    if (type === "inbox" || type === "notes" || type === "channels") return type;
    return type === "claims" || type === "review" ? "claims" : "all";
  } catch {
    return "all";
  }
}
