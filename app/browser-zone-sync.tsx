"use client";
import { useRouter } from "next/navigation";
import { useEffect } from "react";

const yearSeconds = 365 * 24 * 60 * 60;

/**
 * Sends the browser's zone to the server when it differs from `zone`, the zone that the server knows. Then the page
 * refreshes, unless the member has `chosen` a zone, which applies wherever the browser is.
 */
export function BrowserZoneSync({ zone, chosen, cookie }: { zone: string; chosen: boolean; cookie: string }) {
  const router = useRouter();
  useEffect(() => {
    const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
    if (!own || own === zone) return;
    const value = encodeURIComponent(own);
    // biome-ignore lint/suspicious/noDocumentCookie: cookieStore is missing on plain http, where a self-hosted dashboard may run
    document.cookie = `${cookie}=${value}; Path=/; Max-Age=${yearSeconds}; SameSite=Lax`;
    // Refreshes even when the cookie exists: the server may have rendered this page before the cookie was set. Where
    // the browser refuses cookies, `zone` stays the same, so this effect does not run again. Offline, Next would
    // replace the page by the browser's own error page.
    if (!chosen && navigator.onLine) router.refresh();
  }, [zone, chosen, cookie, router]);
  return null;
}
