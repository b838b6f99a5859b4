import type { CallOptions } from "./client-options.ts";
import type { Post } from "./generated/contract-types.d.ts";
import { PostwrightError } from "./postwright-error.ts";

export type WaitOptions = CallOptions & {
  /** Called with the first state and after each change. */
  onChange?: ((post: Post) => void) | undefined;
};

const pollMs = { first: 500, most: 10_000 };
/** A post that is planned later than this is read rarely until it is due. */
const farMs = 60_000;

/** A post that waits or is on its way: a service may start an immediate post as `scheduled` without a time. */
const isUnderWay = ({ status }: Post) => status === "publishing" || status === "scheduled";

/**
 * Reads a post until it is published, failed, canceled or a draft again, and returns it then. A planned post is waited
 * for until its time, so give a `signal` for a limit.
 * @throws PostwrightError `aborted` when the signal ends the wait; `not_found` if the post was deleted
 */
export async function waitUntilDone(read: () => Promise<Post>, { signal, onChange }: WaitOptions): Promise<Post> {
  let pauseMs = pollMs.first;
  let before = "";
  for (;;) {
    const post = await read();
    const now = `${post.status} ${post.updated_at}`;
    if (now !== before) {
      onChange?.(post);
      pauseMs = pollMs.first;
    }
    before = now;
    if (!isUnderWay(post)) return post;
    await pause(Math.max(pauseMs, untilDue(post)), signal);
    pauseMs = Math.min(pollMs.most, pauseMs * 1.5);
  }
}

/** Milliseconds to wait for a planned time, a minute at most: it may be changed meanwhile. */
function untilDue({ scheduled_for: planned }: Post): number {
  const ms = planned === null ? 0 : Date.parse(planned) - Date.now();
  return Number.isNaN(ms) ? 0 : Math.min(Math.max(ms, 0), farMs);
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(new PostwrightError({ code: "aborted", message: "The wait was canceled.", cause: signal?.reason }));
    };
    if (signal?.aborted) return stop();
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, ms);
    signal?.addEventListener("abort", stop, { once: true });
  });
}
