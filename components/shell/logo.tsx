/** The feather in the color of the text around it. */
export function LogoIcon({ className }: { className?: string }) {
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
      <path d="M20.5 3.5c-8 0-13.4 3.9-14 10.5l-.4 4 4-.4c6.6-.6 10.4-6.1 10.4-14.1Z" />
      <path d="M3 21 14 10" />
      <path d="M9.2 14.8h6" />
    </svg>
  );
}

export function Logo() {
  return (
    <span className="inline-flex items-center gap-2.5 text-15 font-semibold">
      <span className="grid size-7 place-items-center rounded-chip bg-accent text-on-accent">
        <LogoIcon className="size-[18px]" />
      </span>
      Postwright
    </span>
  );
}
