"use client";
import { useRouter } from "next/navigation";
import { useEffect } from "react";

const yearSeconds = 365 * 24 * 60 * 60;

/**
 * Tells the server the browser's zone when it differs from `zone`, the one it was told last. The page is then written
 * anew, unless its member has `chosen` a zone: that one holds wherever the browser is.
 */
export function BrowserZoneSync({ zone, chosen, cookie }: { zone: string; chosen: boolean; cookie: string }) {
  const router = useRouter();
  useEffect(() => {
    const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
    if (!own || own === zone) return;
    const value = encodeURIComponent(own);
    // biome-ignore lint/suspicious/noDocumentCookie: cookieStore is missing on plain http, where a self-hosted desk may live
    document.cookie = `${cookie}=${value}; Path=/; Max-Age=${yearSeconds}; SameSite=Lax`;
    // Also when the cookie is there already: this page may have been written before it was. Where cookies are refused the
    // zone stays as it is, and with it this effect: it never runs in circles.
    // Without a network Next would leave the page for the browser's own error page.
    if (!chosen && navigator.onLine) router.refresh();
  }, [zone, chosen, cookie, router]);
  return null;
}
