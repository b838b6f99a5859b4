import type { Platform } from "#lib/service/channels/core/platform.ts";

/**
 * "Graph API Changelog": v25.0 of 18 February 2026 is available until 29 July 2028 (read November 2026). v26.0 is the
 * newest, without an end yet.
 */
export const graphVersion: NonNullable<Platform["version"]> = {
  speaks: "v25.0",
  warnFrom: "2028-03-29",
  endsAbout: "2028-07-29",
};

/** Returns the address of a node or an edge. */
export const getGraphUrl = (host: string, ...path: readonly string[]): string =>
  [host, graphVersion.speaks, ...path.map(encodeURIComponent)].join("/");
