/** Finer than modules: `from` may import only these files of `module`. Paths are prefixes. */
export const moduleEntryPoints: readonly { from: string; module: string; only: readonly string[]; why: string }[] = [
  {
    from: "server.ts",
    module: "service/db",
    only: ["lib/service/db/database-start-error.ts"],
    why: "the server needs one thing of the database: the message that ends a start",
  },
  {
    from: "lib/service/posts/",
    module: "service/channels",
    only: ["lib/service/channels/core/connector.ts"],
    why: "posts know that channels exist, not how to reach them",
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
    ],
    why: "a connector knows nothing of the other connectors",
  },
];
