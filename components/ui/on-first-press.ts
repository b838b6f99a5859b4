/**
 * Runs `work` at the first press of a pointer or a key on the page: code that only answers a press is loaded then, and
 * a page that is only read does without it.
 * @returns a function that ends this
 */
export function onFirstPress(work: (event: Event) => void): () => void {
  const run = (event: Event & { key?: string }) => {
    // Ctrl or ⌘ alone is no press yet: `work` may answer the key after it.
    if (event.key && /Control|Meta/.test(event.key)) return;
    end();
    work(event);
  };
  const end = () => {
    removeEventListener("pointerdown", run, true);
    removeEventListener("keydown", run, true);
  };
  addEventListener("pointerdown", run, true);
  addEventListener("keydown", run, true);
  return end;
}
