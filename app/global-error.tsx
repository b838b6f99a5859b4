"use client";
import "./globals.css";

/**
 * Replaces the whole document when the root layout fails, so it uses nothing that the layout provides. Every page loads
 * this file, so it imports nothing else either.
 */
export default function GlobalError({ error }: { error: Error & { digest?: string } }) {
  return (
    <html lang="en">
      <body>
        <title>Postwright could not start this page</title>
        <main className="grid min-h-dvh content-center">
          <div role="alert" className="grid justify-items-center gap-2 px-6 text-center">
            <h1 className="text-15 font-semibold">This page could not be shown</h1>
            <p className="max-w-[48ch] text-14 text-ink-2">
              What was saved or sent before is safe. Start again; if it stays like this, tell whoever runs this place
              and give the reference.
            </p>
            {/* A plain link works without scripts. */}
            <a href="/" className="text-accent underline pointer-coarse:py-3">
              Start again
            </a>
            {error.digest ? <p className="font-mono text-12 text-ink-3">Reference {error.digest}</p> : null}
          </div>
        </main>
      </body>
    </html>
  );
}
