import "server-only";
import { headers } from "next/headers";
import type { Result } from "#lib/contract/errors.ts";
import { type AppRequest, requireAppRuntime } from "#lib/embedded-service.ts";
import { callAsSignedIn, getVisitor } from "./call-embedded-service.ts";

/** Returns true if apps can be connected: the service is in this process, with its MCP server, and no token travels openly. */
export function canConnectApps(): boolean {
  return Boolean(requireAppRuntime().embedded?.apps);
}

/** Returns the request of the page's address, and its query for the action. */
export async function readAppRequest(): Promise<{ search: string; request: Result<AppRequest> }> {
  // Only the server sets this header. The page's parsed parameters would not show which ones came twice.
  const path = (await headers()).get("x-postwright-path") ?? "/";
  const { search } = new URL(path, requireAppRuntime().hosting.origin);
  return { search, request: await callAsSignedIn(({ apps }, session) => apps?.read(session, search)) };
}

/** Connects the app for the signed-in person. */
export async function connectAppAsSignedIn(input: {
  search: string;
  draftsOnly: boolean;
}): Promise<Result<{ url: string }>> {
  const visitor = await getVisitor();
  return callAsSignedIn(({ apps }, session) => apps?.allow(session, input, visitor));
}
