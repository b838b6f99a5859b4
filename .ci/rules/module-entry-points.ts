/** Finer than modules: `from` may import only these files of `module`. Paths are prefixes. */
export const moduleEntryPoints: readonly { from: string; module: string; only: readonly string[]; why: string }[] = [
  {
    from: "server.ts",
    module: "service/db",
    only: ["lib/service/db/database-start-error.ts"],
    why: "the server needs only the database's start error message",
  },
  {
    from: "lib/service/posts/",
    module: "service/channels",
    only: ["lib/service/channels/core/connector.ts"],
    why: "posts know channels, but not how to reach them",
  },
  {
    from: "lib/service/channels/platforms/*/",
    module: "service/channels",
    only: [
      "lib/service/channels/core/connector.ts",
      "lib/service/channels/core/platform.ts",
      "lib/service/channels/core/no-response.ts",
      "lib/service/channels/core/platform-response.ts",
      "lib/service/channels/core/multipart.ts",
      "lib/service/channels/core/link-card.ts",
      "lib/service/channels/graph-api/",
    ],
    why: "a connector must not import another connector",
  },
];
