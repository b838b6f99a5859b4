/** Ms of work after which others have their turn; on a slow machine a piece of it may take as long again. */
const sliceMs = 6;

/** Does a long work piece by piece between what else happens, and then tells. @returns stops it */
export function runInSlices(work: Iterator<unknown>, onDone: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const go = () => {
    const until = performance.now() + sliceMs;
    do {
      if (work.next().done) return onDone();
    } while (performance.now() < until);
    timer = setTimeout(go, 0);
  };
  timer = setTimeout(go, 0);
  return () => clearTimeout(timer);
}
