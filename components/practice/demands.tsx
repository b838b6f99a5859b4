/** The words that make a practice channel fail; the channel itself looks for them. */
const words: readonly [word: string, meaning: string][] = [
  ["#fail-temporary", "fails twice with a fault that passes, then goes out"],
  ["#fail-rejected", "is refused; it is not tried again by itself"],
  ["#fail-reconnect", "is refused as if the channel had been signed out"],
  ["#fail-unknown", "goes out, but the answer is lost; Postwright finds it by looking"],
  ["#slow", "takes five seconds"],
];

/** How to see every outcome without a real platform. */
export function Demands() {
  return (
    <details className="rounded-card border bg-paper px-[18px] py-3">
      <summary className="text-14 font-medium pointer-coarse:py-2.5">Practise what can go wrong</summary>
      <p className="mt-2 text-14 text-ink-2">A part that holds one of these words as a word of its own</p>
      <dl className="mt-2.5 grid gap-x-4 gap-y-1.5 text-14 sm:grid-cols-[auto_minmax(0,1fr)]">
        {words.map(([word, meaning]) => (
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
