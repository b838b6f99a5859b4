/** Finer than rooms: of these rooms only these files may be imported from there. Paths are prefixes. */
export const moduleEntryPoints: readonly { from: string; room: string; only: readonly string[]; why: string }[] = [
  {
    from: "server.ts",
    room: "service/db",
    only: ["lib/service/db/database-start-error.ts"],
    why: "of the database the server knows one thing: the sentence that ends a start",
  },
  {
    from: "lib/service/posts/",
    room: "service/channels",
    only: ["lib/service/channels/platforms/registry.ts", "lib/service/channels/core/connector.ts"],
    why: "posts know that channels exist, not how they are reached",
  },
  {
    from: "lib/service/channels/*/",
    room: "service/channels",
    only: [
      "lib/service/channels/core/connector.ts",
      "lib/service/channels/core/platform.ts",
      "lib/service/channels/core/no-response.ts",
      "lib/service/channels/core/platform-response.ts",
      "lib/service/channels/core/multipart.ts",
    ],
    why: "a connector is a stranger to the other connectors",
  },
];
