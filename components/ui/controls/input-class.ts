/** Classes of every input and select. The focus ring is the edge itself, in accent color. */
export const inputClass =
  "w-full rounded-control border border-line-control bg-paper text-ink focus-visible:border-accent focus-visible:outline-2 focus-visible:outline-offset-0 focus-visible:outline-accent-line aria-invalid:border-failed disabled:bg-sunk disabled:text-ink-3";
