/** Gets the path that a command wants to open. */
type LeaveGuard = (path: string) => void;

let guard: LeaveGuard | null = null;

/**
 * Lets the page in view answer commands that would leave it, such as the command palette's.
 * @returns a function that ends this
 */
export function setLeaveGuard(next: LeaveGuard): () => void {
  guard = next;
  return () => {
    if (guard === next) guard = null;
  };
}

/** True if a command may open `path` at once. Otherwise the page in view asks first, and opens the path itself. */
export function mayLeavePage(path: string): boolean {
  guard?.(path);
  return guard === null;
}
