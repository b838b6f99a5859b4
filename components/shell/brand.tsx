/** The feather alone, in the colour of the text around it. */
export function Feather({ className }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className={className}
    >
      <path d="M20.5 3.5c-6.9.3-12.1 3.4-13.6 8.7-.5 1.8-.4 3.4-.2 4.9 1.5.2 3.1.3 4.9-.2 5.3-1.5 8.6-6.5 8.9-13.4Z" />
      <path d="M3.5 20.5 15 9" />
      <path d="M10.8 13.2h4.7" />
    </svg>
  );
}

/** The mark and the name. */
export function Brand() {
  return (
    <span className="inline-flex items-center gap-2.5 text-15 font-semibold">
      <span className="grid size-7 place-items-center rounded-chip bg-accent text-on-accent">
        <Feather className="size-4" />
      </span>
      Postwright
    </span>
  );
}
