import type { Failure, Result } from "#lib/contract/errors.ts";
import { isSigningOut } from "./sign-out-state.ts";

/** A read that came to nothing, as TanStack Query wants it: thrown. */
export class ReadError extends Error {
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(failure.message);
    this.name = "ReadFailure";
    this.failure = failure;
  }
}

/** The failure behind whatever a query or an action threw: no network, most of the time. */
export function toReadFailure(error: unknown): Failure {
  if (error instanceof ReadError) return error.failure;
  return { code: "unreachable", message: "The server can't be reached.", status: null };
}

type Query = Record<string, string> | URLSearchParams;

/**
 * Reads through the one GET route of this app, which adds the key on the server.
 * @throws ReadFailure; without a session the browser goes to sign-in first and comes back here after it.
 */
export async function readResource<T>(path: string, query: Query, signal: AbortSignal): Promise<T> {
  try {
    return await readResourceInPlace(path, query, signal);
  } catch (error) {
    if (error instanceof ReadError && error.failure.code === "unauthorized" && !isSigningOut())
      location.assign(getSignInPath(location.pathname + location.search));
    throw error;
  }
}

/** Reads in the same way and goes nowhere, also without a session: whoever is writing is not called away. @throws ReadFailure */
export async function readResourceInPlace<T>(path: string, query: Query, signal: AbortSignal): Promise<T> {
  const search = new URLSearchParams(query).toString();
  const answer = await fetch(`/read/${path}${search ? `?${search}` : ""}`, { signal, cache: "no-store" });
  const result: Result<T> = await answer.json();
  if (result.error) throw new ReadError(result.error);
  return result.ok as T;
}

/** The sign-in page that leads back to `next`, a path of this app. */
export function getSignInPath(next: string): string {
  return `/sign-in?next=${encodeURIComponent(next)}`;
}
