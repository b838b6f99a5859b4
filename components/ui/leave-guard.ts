/**
 * Gets the path that a link, a shortcut or the command palette wants to open.
 * @returns true if the page in view takes care of it: it asks first, or shows the same itself
 */
type LeaveGuard = (path: string) => boolean;

let guard: LeaveGuard | null = null;

/**
 * Lets the page in view answer what would leave it.
 * @returns a function that ends this
 */
export function setLeaveGuard(next: LeaveGuard): () => void {
  guard = next;
  return () => {
    if (guard === next) guard = null;
  };
}

/** True if `path` may be opened now; otherwise the page in view takes care of it. */
export function mayLeavePage(path: string): boolean {
  return !guard?.(path);
}
