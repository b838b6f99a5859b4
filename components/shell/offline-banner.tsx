"use client";
import { type ReactNode, useSyncExternalStore } from "react";

function listen(listener: () => void) {
  addEventListener("online", listener);
  addEventListener("offline", listener);
  return () => {
    removeEventListener("online", listener);
    removeEventListener("offline", listener);
  };
}

/** Says that the network is missing while the browser is offline. */
export function OfflineBanner({ children }: { children: ReactNode }) {
  const isOnline = useSyncExternalStore(
    listen,
    () => navigator.onLine,
    () => true,
  );
  return (
    <div role="status">
      {isOnline ? null : (
        <p className="flex items-center justify-center gap-2 bg-publishing-wash px-4 py-2 text-13 font-medium text-publishing">
          {children}
        </p>
      )}
    </div>
  );
}
