/** The modules as data: who may import whom. `import-rules.test.ts` holds the source tree to it. */

/**
 * A module is a folder or a file. `path` is matched as a prefix and the longest match wins; a `*` stands for one folder
 * and names the module after it. `mayImport` lists modules; every file may import its own. `testsMayImport` is what its
 * tests may import besides.
 */
export type CodeModule = {
  name: string;
  path: string;
  mayImport: readonly string[];
  testsMayImport?: readonly string[];
};

const pure = ["contract", "text", "time"] as const;
const inService = [...pure, "service/core", "service/context"] as const;
const inPages = ["components/ui", "components/date-time", "actions", "queries", "realtime"] as const;
const inComponents = [...inPages, "contract", "text", "time", "new-id"] as const;
const withPostActions = [...inComponents, "components/post-actions"] as const;
/** Tests of the service call its own HTTP handler and use the real database. */
const wholeService = ["service", "service/*", "client", "env", "embedded-service", "testing"] as const;

export const modules: readonly CodeModule[] = [
  {
    name: "server.ts",
    path: "server.ts",
    mayImport: ["service", "service/core", "service/db", "server", "embedded-service", "env"],
    testsMayImport: ["contract", "service/*"],
  },
  { name: "config", path: "", mayImport: [] },
  {
    name: "app",
    path: "app/",
    mayImport: [
      "components/*",
      "actions",
      "queries",
      "realtime",
      "gateway",
      "session",
      "guides",
      "contract",
      "text",
      "time",
    ],
  },
  { name: "components/ui", path: "components/ui/", mayImport: [] },
  { name: "components/shell", path: "components/shell/", mayImport: inComponents },
  {
    name: "components/composer",
    path: "components/composer/",
    mayImport: [...withPostActions, "components/preview", "components/composer/state"],
    // The test of repeated submissions sends them to a service in another process.
    testsMayImport: ["client"],
  },
  {
    name: "components/composer/state",
    path: "components/composer/state/",
    mayImport: [...pure, "new-id"],
    testsMayImport: ["components/composer"],
  },
  { name: "components/posts", path: "components/posts/", mayImport: [...withPostActions, "components/preview"] },
  { name: "components/calendar", path: "components/calendar/", mayImport: withPostActions },
  { name: "components/drafts", path: "components/drafts/", mayImport: withPostActions },
  { name: "components/inbox", path: "components/inbox/", mayImport: withPostActions },
  { name: "components/home", path: "components/home/", mayImport: [...withPostActions, "components/inbox"] },
  // The team's posting slots are edited like a member's.
  {
    name: "components/organization",
    path: "components/organization/",
    mayImport: [...inComponents, "components/settings"],
  },
  { name: "components/practice", path: "components/practice/", mayImport: [...inComponents, "components/preview"] },
  { name: "components/review", path: "components/review/", mayImport: [...withPostActions, "components/preview"] },
  // The documentation is rendered on the server only.
  { name: "components/api-docs", path: "components/api-docs/", mayImport: [...inComponents, "guides"] },
  { name: "components/*", path: "components/*/", mayImport: inComponents },

  { name: "env", path: "lib/env.ts", mayImport: [] },
  { name: "embedded-service", path: "lib/embedded-service.ts", mayImport: [] },
  { name: "fsync-folder", path: "lib/fsync-folder.ts", mayImport: [] },
  // Pages and the service count attempts by address and serve the same documents by the same rules.
  { name: "address-throttle", path: "lib/address-throttle.ts", mayImport: [] },
  // Pages read sessions, and the limit of page requests tells them from other values.
  { name: "cookie-seal", path: "lib/cookie-seal.ts", mayImport: [] },
  { name: "precompressed-document", path: "lib/precompressed-document.ts", mayImport: [] },
  { name: "new-id", path: "lib/new-id.ts", mayImport: [] },
  // Markdown of the guides: pages, search and the tests of their examples read it the same way.
  { name: "guides", path: "lib/guides/", mayImport: [], testsMayImport: ["contract"] },
  { name: "testing", path: "lib/testing/", mayImport: [] },
  // The part of server.ts before Next: hosts, headers, limits, the build.
  {
    name: "server",
    path: "lib/server/",
    mayImport: [
      "env",
      "embedded-service",
      "fsync-folder",
      "address-throttle",
      "cookie-seal",
      "precompressed-document",
      "contract",
    ],
  },
  { name: "contract", path: "lib/contract/", mayImport: [] },
  { name: "text", path: "lib/text/", mayImport: ["contract"] },
  { name: "time", path: "lib/time/", mayImport: [] },
  { name: "client", path: "lib/client/", mayImport: ["contract"], testsMayImport: wholeService },
  {
    name: "session",
    path: "lib/session/",
    mayImport: ["contract", "env", "embedded-service", "address-throttle", "cookie-seal"],
  },
  {
    name: "gateway",
    path: "lib/gateway/",
    mayImport: ["session", "client", "embedded-service", "env", "guides", "contract", "time"],
    testsMayImport: wholeService,
  },
  { name: "actions", path: "lib/actions/", mayImport: ["gateway", "session", "contract", "text", "time"] },
  { name: "queries", path: "lib/queries/", mayImport: ["contract", "time"] },
  { name: "realtime", path: "lib/realtime/", mayImport: ["queries", "contract", "time"] },

  // Tools for assistants: each one calls `/v1` through the typed client, as any other program would.
  {
    name: "mcp",
    path: "lib/mcp/",
    mayImport: [...inService, "client", "service/http"],
    testsMayImport: [...wholeService, "server"],
  },

  // The base of the service: refusals, actors, the clock, the log. `context.ts` holds the parts that commands receive.
  { name: "service/core", path: "lib/service/core/", mayImport: ["contract"] },
  {
    name: "service/context",
    path: "lib/service/core/context.ts",
    mayImport: ["service/core", "service/db", "service/media", "service/channels"],
  },
  // The composition of the service and the programs that start without HTTP.
  {
    name: "service",
    path: "lib/service/bootstrap/",
    mayImport: [...inService, "service/*", "mcp", "env", "embedded-service"],
    testsMayImport: wholeService,
  },
  {
    name: "service/http",
    path: "lib/service/http/",
    mayImport: [...inService, "service/*", "address-throttle", "precompressed-document"],
    testsMayImport: wholeService,
  },
  {
    name: "service/publishing",
    path: "lib/service/publishing/",
    mayImport: [
      ...inService,
      "service/posts",
      "service/channels",
      "service/channels/*",
      "service/media",
      "service/claims",
      "service/notifications",
      "service/db",
    ],
    testsMayImport: wholeService,
  },
  // The module that changes access records the event here.
  {
    name: "service/audit",
    path: "lib/service/audit/",
    mayImport: [...inService, "service/db"],
    testsMayImport: wholeService,
  },
  {
    name: "service/posts",
    path: "lib/service/posts/",
    mayImport: [
      ...inService,
      "service/audit",
      "service/claims",
      "service/ledger",
      "service/media",
      "service/channels",
      "service/channels/platforms",
      "service/drafts",
      "service/db",
    ],
    testsMayImport: wholeService,
  },
  {
    name: "service/claims",
    path: "lib/service/claims/",
    mayImport: [
      ...inService,
      "service/audit",
      "service/ledger",
      "service/leaderboard",
      "service/media",
      "service/outbox",
      "service/settings",
      "service/db",
    ],
    testsMayImport: wholeService,
  },
  {
    name: "service/ledger",
    path: "lib/service/ledger/",
    mayImport: [...inService, "service/audit", "service/settings", "service/db"],
    testsMayImport: wholeService,
  },
  {
    name: "service/leaderboard",
    path: "lib/service/leaderboard/",
    mayImport: [...inService, "service/settings", "service/db"],
    testsMayImport: wholeService,
  },
  // People: how they prove who they are, and the members they may act as.
  {
    name: "service/auth",
    path: "lib/service/auth/",
    mayImport: [
      ...inService,
      "address-throttle",
      "embedded-service",
      "service/audit",
      "service/members",
      "service/api-keys",
      "service/outbox",
      "service/db",
    ],
    testsMayImport: wholeService,
  },
  // The setup creates the first member with the first API key.
  {
    name: "service/members",
    path: "lib/service/members/",
    mayImport: [
      ...inService,
      "embedded-service",
      "service/audit",
      "service/api-keys",
      "service/outbox",
      "service/posts",
      "service/settings",
      "service/db",
    ],
    testsMayImport: wholeService,
  },
  {
    name: "service/metrics",
    path: "lib/service/metrics/",
    mayImport: [...inService, "service/channels", "service/db"],
    testsMayImport: wholeService,
  },
  // Guarded requests to addresses that people typed.
  { name: "service/egress", path: "lib/service/egress/", mayImport: [...inService], testsMayImport: wholeService },
  {
    name: "service/outbox",
    path: "lib/service/outbox/",
    mayImport: [...inService, "service/egress", "service/settings", "service/db"],
    testsMayImport: wholeService,
  },
  {
    name: "service/notifications",
    path: "lib/service/notifications/",
    mayImport: [...inService, "service/outbox", "service/egress", "service/posts", "service/settings", "service/db"],
    testsMayImport: wholeService,
  },
  {
    name: "service/webhooks",
    path: "lib/service/webhooks/",
    mayImport: [
      ...inService,
      "service/audit",
      "service/egress",
      "service/notifications",
      "service/outbox",
      "service/posts",
      "service/db",
    ],
    testsMayImport: wholeService,
  },
  {
    name: "service/calendar",
    path: "lib/service/calendar/",
    mayImport: [...inService, "service/audit", "service/posts", "service/settings", "service/db"],
    testsMayImport: wholeService,
  },
  {
    name: "service/drafts",
    path: "lib/service/drafts/",
    mayImport: [...inService, "service/media", "service/db"],
    testsMayImport: wholeService,
  },
  {
    name: "service/*",
    path: "lib/service/*/",
    mayImport: [...inService, "service/audit", "service/outbox", "service/db"],
    testsMayImport: wholeService,
  },
  {
    name: "service/db",
    path: "lib/service/db/",
    mayImport: ["env", "fsync-folder", "contract", "service/core"],
    // The first process to need the data folder creates it: for the secret, or for the database.
    testsMayImport: [...wholeService, "server"],
  },
  {
    name: "service/channels",
    path: "lib/service/channels/",
    mayImport: [...inService, "service/audit", "service/channels/*", "service/egress", "service/media", "service/db"],
    testsMayImport: wholeService,
  },
  // The list of all platforms.
  {
    name: "service/channels/platforms",
    path: "lib/service/channels/platforms/registry.ts",
    mayImport: [...inService, "service/channels", "service/channels/*"],
    testsMayImport: wholeService,
  },
  // A connector imports neither the database nor another platform.
  {
    name: "service/channels/*",
    path: "lib/service/channels/platforms/*/",
    mayImport: [...pure, "service/core", "service/channels"],
    testsMayImport: wholeService,
  },
  // The practice platform keeps its timeline in tables of its own, as an outside platform would in its own database.
  {
    name: "service/channels/practice",
    path: "lib/service/channels/platforms/practice/",
    mayImport: [...inService, "service/channels", "service/db"],
    testsMayImport: wholeService,
  },

  // Packages that other programs install. A tarball includes all that its package needs at run time.
  { name: "packages/client", path: "packages/client/", mayImport: [] },
  { name: "packages/cli", path: "packages/cli/", mayImport: ["packages/client", "contract", "text", "time"] },
  { name: "packages/types-generator", path: "packages/types-generator/", mayImport: ["contract"] },
  {
    name: "packages/tests",
    path: "packages/tests/",
    mayImport: ["packages/client", "packages/cli"],
    testsMayImport: [...wholeService, "server", "guides", "contract", "components/api-docs"],
  },

  { name: "e2e", path: "e2e/", mayImport: ["contract", "text", "time", "testing", "cookie-seal"] },
  { name: ".ci", path: ".ci/", mayImport: ["**"] },
];

/** The files of `actions` that may open or close a session; the others go through the gateway. */
export const sessionActionFiles =
  /^lib\/actions\/auth\/(accept-invitation|connect-provider|finish-two-step-sign-in|first-setup|reset-password|sign-in-with-[a-z]+|switch-organization)(\.test)?\.ts$/;

/** Files that a module may not import although it may import the module they are in. */
export const forbiddenImports: readonly { file: string; to: string; why: string }[] = [
  { file: "lib/service/db/drizzle-exports.ts", to: "lib/service/http/", why: "routes hold no SQL" },
  { file: "lib/service/db/drizzle-tables.ts", to: "lib/service/http/", why: "routes hold no SQL" },
];

/** Modules whose files all begin with `import "server-only";`. */
export const serverOnlyModules: readonly string[] = ["lib/session/", "lib/gateway/"];

/** Code that a browser never loads, however long the chain of imports. */
export const neverInBrowser: readonly string[] = [
  "lib/gateway/",
  "lib/session/",
  "lib/client/",
  "lib/guides/",
  "lib/mcp/",
  "lib/env.ts",
  "lib/embedded-service.ts",
  "lib/service/",
];

/** Modules whose code a browser may load. */
export const browserModules: readonly string[] = [
  "app/",
  "components/",
  "lib/contract/",
  "lib/new-id.ts",
  "lib/queries/",
  "lib/realtime/",
  "lib/text/",
  "lib/time/",
];

/** Modules that import only types from `contract`, and its files without zod. */
export const modulesWithoutZod: readonly string[] = [
  "components/",
  "lib/queries/",
  "lib/realtime/",
  "lib/text/",
  "lib/time/",
];

/** Packages that throw or make no sense outside Next: plain Node never loads them through server.ts. */
export const packagesNeverInServer: readonly string[] = ["server-only", "react", "react-dom"];

/** Names of folders and files that say nothing about their content. */
export const meaninglessNames: ReadonlySet<string> = new Set([
  "util",
  "utils",
  "helper",
  "helpers",
  "misc",
  "common",
  "shared",
]);

/** Lines that a file may have. Tests may be longer; `npm run report` lists the longest. */
export const lineLimits = { file: 800, component: 600 } as const;
