/** Finer than rooms: of these rooms only these files may be imported from there. Paths are prefixes. */
export const doors: readonly { from: string; room: string; only: readonly string[]; why: string }[] = [
  {
    from: "server.ts",
    room: "service/db",
    only: ["lib/service/db/embedded-cannot-start.ts"],
    why: "of the database the server knows one thing: the sentence that ends a start",
  },
  {
    from: "lib/service/posts/",
    room: "service/channels",
    only: ["lib/service/channels/known.ts", "lib/service/channels/connector.ts"],
    why: "posts know that channels exist, not how they are reached",
  },
  {
    from: "lib/service/channels/*/",
    room: "service/channels",
    only: [
      "lib/service/channels/connector.ts",
      "lib/service/channels/platform.ts",
      "lib/service/channels/unanswered.ts",
      "lib/service/channels/read-answer.ts",
      "lib/service/channels/multipart.ts",
    ],
    why: "a connector is a stranger to the other connectors",
  },
];
