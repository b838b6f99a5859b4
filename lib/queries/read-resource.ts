import type { Failure, Result } from "#lib/contract/errors.ts";
import { isSigningOut } from "./sign-out/is-signing-out.ts";

/** A failed read as an exception, as TanStack Query requires. */
export class ReadError extends Error {
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(failure.message);
    this.name = "ReadFailure";
    this.failure = failure;
  }
}

/** Returns the failure behind an error that a query or an action threw: usually a missing network. */
export function toReadFailure(error: unknown): Failure {
  if (error instanceof ReadError) return error.failure;
  return { code: "unreachable", message: "The server can't be reached.", status: null };
}

type Query = Record<string, string> | URLSearchParams;

/**
 * Reads through the one GET route of this app, which adds the key on the server.
 * @throws ReadError; without a session the browser first goes to sign-in and returns here afterwards
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

/**
 * Reads in the same way but never redirects, even without a session, so that a person who is writing stays on the page.
 * @throws ReadError
 */
export async function readResourceInPlace<T>(path: string, query: Query, signal: AbortSignal): Promise<T> {
  const search = new URLSearchParams(query).toString();
  const answer = await fetch(`/read/${path}${search ? `?${search}` : ""}`, { signal, cache: "no-store" });
  const result: Result<T> = await answer.json();
  if (result.error) throw new ReadError(result.error);
  return result.ok as T;
}

/** Returns the sign-in path that leads back to `next`, a path of this app. */
export function getSignInPath(next: string): string {
  return `/sign-in?next=${encodeURIComponent(next)}`;
}
