import { useMemo } from "react";
import type { PlatformRules } from "#lib/contract/platforms/platform-rules.ts";
import type { TextEngine } from "./text-engine/load-text-engine.ts";

type PartExcessProps = { text: string; counted: readonly PlatformRules[]; measure: TextEngine };

/** Marks the text of a part from the first character over a limit on. It is behind the field and breaks its lines alike. */
export function PartExcess({ text, counted, measure }: PartExcessProps) {
  const at = useMemo(
    () => Math.min(...counted.map((rules) => measure.findPartOverflow(text, rules) ?? text.length)),
    [text, counted, measure],
  );
  return (
    <div
      aria-hidden="true"
      className="wrap-break-word pointer-events-none absolute inset-0 whitespace-pre-wrap text-17 text-transparent"
      style={{ unicodeBidi: "plaintext" }}
    >
      {text.slice(0, at)}
      <mark className="rounded-sm bg-failed-wash text-transparent">{text.slice(at)}</mark>
    </div>
  );
}
