/** Joins class names and drops false or missing ones. Later names do not replace earlier ones: pass layout only. */
export function joinClassNames(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(" ");
}
