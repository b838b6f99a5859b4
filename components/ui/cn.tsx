/** Class names in one string; what is false or missing drops out. Later names do not replace earlier ones: pass layout only. */
export function cn(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(" ");
}
