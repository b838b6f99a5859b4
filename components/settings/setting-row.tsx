import type { ReactNode } from "react";

/** One setting: name and note at the left, control at the right; stacked on a phone. */
export function SettingRow({ label, note, children }: { label: ReactNode; note?: ReactNode; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b px-[18px] py-3.5 last:border-b-0">
      <div className="min-w-0 flex-1 basis-60">
        <div className="text-14 font-medium">{label}</div>
        {note ? <div className="text-13 text-ink-3">{note}</div> : null}
      </div>
      <div className="max-w-full">{children}</div>
    </div>
  );
}
