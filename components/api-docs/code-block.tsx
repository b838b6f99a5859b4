import type { CodeSample } from "./code-samples.ts";

/** Shows code that scrolls sideways. `/docs.js` adds a button that copies it. */
export function CodeBlock({ label, code }: { label: string; code: string }) {
  return (
    <div data-code className="relative">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards must be able to scroll this element sideways */}
      <section tabIndex={0} aria-label={label} className="overflow-x-auto rounded-control bg-sunk px-3 py-2.5">
        <pre className="font-mono text-12">{code}</pre>
      </section>
    </div>
  );
}

/** Shows one call in several languages: curl first, the others behind their names; `/docs.js` remembers a choice. */
export function CodeSamples({ label, samples }: { label: string; samples: readonly CodeSample[] }) {
  return (
    <div>
      {samples.map(({ language, code }) =>
        language === "curl" ? (
          <CodeBlock key={language} label={`${label} with curl`} code={code} />
        ) : (
          <details key={language} data-language={language} className="mt-1.5">
            <summary className="text-13 font-medium text-ink-2 pointer-coarse:py-3">{language}</summary>
            <div className="mt-1.5">
              <CodeBlock label={`${label} with ${language}`} code={code} />
            </div>
          </details>
        ),
      )}
    </div>
  );
}
