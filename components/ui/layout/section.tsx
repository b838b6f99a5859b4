import type { ReactNode } from "react";

type SectionProps = {
  /** The fragment of the section's address. */
  id: string;
  title: string;
  /** One or two sentences about the section. */
  note?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
};

/** A part of a long page, with a heading that can be linked to. */
export function Section({ id, title, note, actions, children }: SectionProps) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="scroll-mt-20">
      <header className="mb-3 flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 max-w-[72ch]">
          <h2 id={`${id}-title`} className="text-17 font-semibold">
            {title}
          </h2>
          {note ? <p className="text-13 text-ink-3">{note}</p> : null}
        </div>
        {actions}
      </header>
      {children}
    </section>
  );
}
