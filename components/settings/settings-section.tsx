import type { ReactNode } from "react";

type SettingsSectionProps = {
  /** The fragment of its address. */
  id: string;
  title: string;
  /** A sentence or two on what is set here. */
  note?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
};

/** One part of the settings, with a heading that can be linked to. */
export function SettingsSection({ id, title, note, actions, children }: SettingsSectionProps) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="scroll-mt-20">
      <header className="mb-3 flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 max-w-[64ch]">
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

/** One setting: its name and what it does at the left, its control at the right; under each other on a phone. */
export function SettingRow({ label, note, children }: { label: ReactNode; note?: ReactNode; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b px-[18px] py-3.5 last:border-b-0">
      <div className="min-w-0 flex-1 basis-56">
        <div className="text-14 font-medium">{label}</div>
        {note ? <div className="text-13 text-ink-3">{note}</div> : null}
      </div>
      <div className="max-w-full">{children}</div>
    </div>
  );
}
