"use client";
import { useSyncExternalStore } from "react";

function subscribeToConnection(listener: () => void) {
  addEventListener("online", listener);
  addEventListener("offline", listener);
  return () => {
    removeEventListener("online", listener);
    removeEventListener("offline", listener);
  };
}

/** What the browser believes of its connection. */
export const useIsOnline = () =>
  useSyncExternalStore(
    subscribeToConnection,
    () => navigator.onLine,
    () => true,
  );
