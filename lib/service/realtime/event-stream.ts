import type { LiveEvent } from "#lib/contract/types.ts";

/** Events held for a reader who takes none; past that one `many` stands for all. */
const queuedMax = 100;
const manyChanges: LiveEvent = { type: "many" };

/** One open stream: what it is told, until it is read. */
export type EventStream = {
  notify: (event: LiveEvent) => void;
  /** Says that the stream lives, unless something waits to be read anyway. */
  beat: () => void;
  /** The reader sees the end after what is held. */
  end: () => void;
  stream: AsyncIterable<string>;
};

/**
 * Server-sent events for one reader. Of each post only the newest is held, and never more than a hundred. Unlike a
 * generator, one that waits can be closed at once: a reader who leaves is forgotten then and not at the next event.
 * @param onOpen runs when the reading begins, @param onClose once when it ends, whoever ends it
 */
export function createEventStream({ onOpen, onClose }: { onOpen: () => void; onClose: () => void }): EventStream {
  const pending = new Map<string, LiveEvent>();
  let isBeatDue = false;
  let isOpen = false;
  let isEnded = false;
  let waiting: ((result: IteratorResult<string>) => void) | null = null;
  // The first piece: a browser takes the stream for open when something came.
  let opening = ": open\n\n";

  function take(): string {
    const events = [...pending.values()].map((event) => `event: change\ndata: ${JSON.stringify(event)}\n\n`);
    const text = `${opening}${events.join("")}${isBeatDue && events.length === 0 ? ": beat\nevent: beat\ndata:\n\n" : ""}`;
    opening = "";
    isBeatDue = false;
    pending.clear();
    return text;
  }

  function pass(): void {
    if (!waiting) return;
    const text = take();
    if (text === "" && !isEnded) return;
    const resolveWaiting = waiting;
    waiting = null;
    resolveWaiting(text === "" ? { done: true, value: undefined } : { done: false, value: text });
  }

  function end(): void {
    if (isEnded) return;
    isEnded = true;
    onClose();
    pass();
  }

  const iterator: AsyncIterator<string> = {
    next() {
      return new Promise((resolve) => {
        waiting = resolve;
        pass();
      });
    },
    async return() {
      pending.clear();
      opening = "";
      end();
      return { done: true, value: undefined };
    },
  };

  return {
    notify(event) {
      if (isEnded) return;
      const name = event.id === undefined ? event.type : `${event.type} ${event.id}`;
      // Told again, it moves to the end: the order is that of the newest.
      pending.delete(name);
      pending.set(name, event);
      if (pending.size > queuedMax || pending.has("many")) {
        pending.clear();
        pending.set("many", manyChanges);
      }
      pass();
    },
    beat() {
      isBeatDue = true;
      pass();
    },
    end,
    stream: {
      [Symbol.asyncIterator]() {
        if (!isOpen && !isEnded) onOpen();
        isOpen = true;
        return iterator;
      },
    },
  };
}
