/** What a line of the rail looks like, be it a link or a button. */
export const sidebarLinkClass =
  "flex h-[38px] w-full items-center gap-2.5 rounded-control border border-transparent px-2.5 text-14 text-ink-2 transition-colors duration-120 hover:bg-sunk hover:text-ink aria-[current=page]:border-line aria-[current=page]:bg-paper aria-[current=page]:font-semibold aria-[current=page]:text-ink max-lg:justify-center max-lg:px-0 pointer-coarse:h-11";
