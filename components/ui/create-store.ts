/** One value outside React, for `useSyncExternalStore(store.subscribe, store.get, …)`. */
export type Store<T> = {
  get: () => T;
  /** Replaces the value; calls the subscribers at once, unless the value is the same. */
  set: (next: T) => void;
  /** @returns a function that unsubscribes */
  subscribe: (listener: () => void) => () => void;
};

export function createStore<T>(first: T): Store<T> {
  let value = first;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
