import type { ImageId } from "#components/composer/state/draft.ts";

export type UploadLocks = ReturnType<typeof createUploadLocks>;

/**
 * Which of the images that this browser keeps a tab has at hand: another tab on the same draft leaves those alone. Ends with
 * the tab, however that ends. Without `locks` (a page that came over plain HTTP) each tab takes what it finds: it is sent
 * under the same key, and so is one image all the same.
 */
export function createUploadLocks(locks: LockManager | null) {
  const own = new Map<ImageId, () => void>();
  let left = new AbortController();

  function ask(id: ImageId, options: LockOptions): Promise<boolean> {
    return new Promise((resolve) => {
      if (locks === null || own.has(id)) return resolve(true);
      const held = (lock: Lock | null) => {
        resolve(lock !== null);
        return lock && new Promise<void>((end) => own.set(id, end));
      };
      // It is not to be had (some private windows), or this tab waits for it no more.
      locks.request(`postwright:image:${id}`, options, held).catch(() => resolve(!options.signal?.aborted));
    });
  }

  return {
    /** @returns false while another tab has it at hand */
    take: (id: ImageId) => ask(id, { ifAvailable: true }),
    /** Once no other tab has it. @returns false where this tab has left meanwhile */
    wait: (id: ImageId) => ask(id, { signal: left.signal }),
    letGo(ids: Iterable<ImageId>): void {
      for (const id of ids) {
        own.get(id)?.();
        own.delete(id);
      }
    },
    /** This tab writes nothing any more. */
    leave(): void {
      left.abort();
      left = new AbortController();
      this.letGo([...own.keys()]);
    },
  };
}
