import type { Metadata, Viewport } from "next";
import localFont from "next/font/local";
import { cookies, headers } from "next/headers";
import type { ReactNode } from "react";
import { parseTheme, themeCookie } from "#components/shell/theme-cookie.ts";
import { AnnouncementRegion } from "#components/ui/feedback/announce.tsx";
import "./globals.css";

const sans = localFont({
  src: "../node_modules/geist/dist/fonts/geist-sans/Geist-Variable.woff2",
  variable: "--font-sans",
  weight: "100 900",
  // Fonts that load late wait for the next page: swapping them in would move a control that a person is about to press.
  display: "optional",
});

// Not preloaded: 71 KB for times, counters and key caps, which may arrive after the text.
const mono = localFont({
  src: "../node_modules/geist/dist/fonts/geist-mono/GeistMono-Variable.woff2",
  variable: "--font-mono",
  weight: "100 900",
  preload: false,
  adjustFontFallback: false,
});

export const metadata: Metadata = {
  title: { default: "Postwright", template: "%s · Postwright" },
  description: "Write once, publish to every channel, get credit for it.",
  icons: { icon: { url: "/icon.svg", type: "image/svg+xml" }, apple: "/apple-icon.png" },
  robots: { index: false, follow: false },
};

export const viewport: Viewport = {
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#f6f4f0" },
    { media: "(prefers-color-scheme: dark)", color: "#15120e" },
  ],
  // Lets the bottom bar and its padding reach under a phone's home indicator.
  viewportFit: "cover",
};

/**
 * Renders the document around every page. Reading the request here also keeps every page dynamic, which a nonce needs:
 * Next puts the nonce of the request's content policy on its own scripts; this app writes no inline script.
 */
export default async function RootLayout({ children }: { children: ReactNode }) {
  const theme = parseTheme((await cookies()).get(themeCookie)?.value);
  const isMac = /Mac|iPhone|iPad/.test((await headers()).get("user-agent") ?? "");
  return (
    <html
      lang="en"
      data-theme={theme === "system" ? undefined : theme}
      data-os={isMac ? "mac" : "other"}
      className={`${sans.variable} ${mono.variable}`}
    >
      <body>
        {/* Visible only in browsers that don't support a style every page needs: `globals.css` hides it everywhere
            else. */}
        <p className="too-old">
          This browser is too old for Postwright. It needs Chrome or Edge 123, Firefox 128 or Safari 17.5, or a newer
          one.
        </p>
        {children}
        <AnnouncementRegion />
      </body>
    </html>
  );
}
