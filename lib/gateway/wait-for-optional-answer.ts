import "server-only";
import { isEmbeddedService } from "./service-location.ts";

/** Ms that a page waits for a side answer after its main one. */
const graceMs = 150;

/**
 * Waits for an answer that a page can do without: as long as the main one takes and a moment longer. A slow or absent
 * answer of another service holds no page.
 * @returns `missing` if it is not there by then; the browser reads it later
 */
export async function waitForOptionalAnswer<T, F>(
  main: Promise<unknown>,
  side: Promise<T>,
  missing: F,
): Promise<T | F> {
  if (isEmbeddedService()) return side;
  side.catch(() => undefined);
  const late = main
    .catch(() => undefined)
    .then(() => new Promise<void>((resolve) => setTimeout(resolve, graceMs)))
    .then(() => missing);
  return Promise.race([side, late]);
}
