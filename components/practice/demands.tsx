import { practiceHashtags } from "#lib/contract/platforms/practice-hashtags.ts";

/** How to see every outcome without a real platform. */
export function PracticeKeywords() {
  return (
    <details className="rounded-card border bg-paper px-[18px] py-3">
      <summary className="text-14 font-medium pointer-coarse:py-2.5">Practise what can go wrong</summary>
      <p className="mt-2 text-14 text-ink-2">A part that holds one of these words as a word of its own</p>
      <dl className="mt-2.5 grid gap-x-4 gap-y-1.5 text-14 sm:grid-cols-[auto_minmax(0,1fr)]">
        {Object.entries(practiceHashtags).map(([word, meaning]) => (
          <div key={word} className="contents">
            <dt>
              <code className="font-mono text-13">{word}</code>
            </dt>
            <dd className="text-ink-2 max-sm:mb-1.5">{meaning}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
