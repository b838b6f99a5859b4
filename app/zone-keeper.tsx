"use client";
import { useRouter } from "next/navigation";
import { useEffect } from "react";

const yearSeconds = 365 * 24 * 60 * 60;

/** Tells the server the browser's zone when it differs from `zone`, the one the page was written in; then it is written anew. */
export function ZoneKeeper({ zone, cookie }: { zone: string; cookie: string }) {
  const router = useRouter();
  useEffect(() => {
    const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
    if (!own || own === zone) return;
    const value = encodeURIComponent(own);
    // biome-ignore lint/suspicious/noDocumentCookie: cookieStore is missing on plain http, where a self-hosted desk may live
    document.cookie = `${cookie}=${value}; Path=/; Max-Age=${yearSeconds}; SameSite=Lax`;
    // Also when the cookie is there already: this page may have been written before it was. Where cookies are refused the
    // zone stays as it is, and with it this effect: it never runs in circles.
    router.refresh();
  }, [zone, cookie, router]);
  return null;
}
