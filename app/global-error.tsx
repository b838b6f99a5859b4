"use client";
import { buttonClass } from "#components/ui/button-class";
import { ErrorState } from "#components/ui/error-state";
import "./globals.css";

/** Stands in for the whole document when the root layout itself fails, so it uses nothing that layout brings. */
export default function GlobalError({ error }: { error: Error & { digest?: string } }) {
  return (
    <html lang="en">
      <body>
        <title>Postwright could not start this page</title>
        <main className="grid min-h-dvh content-center">
          <ErrorState
            level={1}
            title="This page could not be shown"
            reference={error.digest}
            actions={
              // A plain link: it works where scripts do not.
              <a href="/" className={buttonClass("outline")}>
                Start again
              </a>
            }
          >
            What was saved or sent before is safe. Start again; if it stays like this, tell whoever runs this place and
            give the reference.
          </ErrorState>
        </main>
      </body>
    </html>
  );
}
