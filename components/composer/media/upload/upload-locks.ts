import type { ImageId } from "#components/composer/state/draft.ts";

export type UploadLocks = ReturnType<typeof createUploadLocks>;

/**
 * Creates locks for the stored images that a tab works with, so that other tabs on the same draft leave those images
 * alone. The browser releases the locks of a closed tab. Without `locks` (a page on plain HTTP) every tab claims what
 * it finds; both uploads have the same idempotency key, so there is still only one image.
 */
export function createUploadLocks(locks: LockManager | null) {
  const ownLocks = new Map<ImageId, () => void>();
  let left = new AbortController();

  function requestLock(id: ImageId, options: LockOptions): Promise<boolean> {
    return new Promise((resolve) => {
      if (locks === null || ownLocks.has(id)) return resolve(true);
      const onGranted = (lock: Lock | null) => {
        resolve(lock !== null);
        return lock && new Promise<void>((end) => ownLocks.set(id, end));
      };
      // The lock is unavailable (some private windows), or this tab stopped waiting for it.
      locks.request(`postwright:image:${id}`, options, onGranted).catch(() => resolve(!options.signal?.aborted));
    });
  }

  return {
    /** @returns false while another tab has the lock */
    take: (id: ImageId) => requestLock(id, { ifAvailable: true }),
    /** Waits until no other tab has the lock. @returns false if this tab stopped waiting */
    wait: (id: ImageId) => requestLock(id, { signal: left.signal }),
    letGo(ids: Iterable<ImageId>): void {
      for (const id of ids) {
        ownLocks.get(id)?.();
        ownLocks.delete(id);
      }
    },
    /** Releases all locks of this tab and stops waiting for others. */
    leave(): void {
      left.abort();
      left = new AbortController();
      this.letGo([...ownLocks.keys()]);
    },
  };
}
