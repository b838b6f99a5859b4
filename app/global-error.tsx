"use client";
import "./globals.css";

/**
 * Replaces the whole document when the root layout or the frame of the signed-in pages fails, so it uses nothing that they
 * provide. Every page loads this file, so it imports nothing else either.
 */
export default function GlobalError({ error }: { error: Error & { digest?: string } }) {
  return (
    <html lang="en">
      <body>
        <title>This page couldn't load</title>
        <main className="grid min-h-dvh content-center">
          <div role="alert" className="grid justify-items-center gap-2 px-6 text-center">
            <h1 className="text-15 font-semibold">This page couldn't be shown</h1>
            <p className="max-w-[40ch] text-14 text-ink-2">
              Saved and scheduled posts are safe. Try again; if it keeps happening, give your administrator this
              reference.
            </p>
            {/* A plain link works without scripts. */}
            <a href="/" className="text-accent underline pointer-coarse:py-3">
              Try again
            </a>
            {error.digest ? <p className="font-mono text-12 text-ink-3">Reference {error.digest}</p> : null}
          </div>
        </main>
      </body>
    </html>
  );
}
