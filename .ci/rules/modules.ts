/** The map of the house as data: who may import whom, and where each package lives. `import-rules.test.ts` holds the tree to it. */

/**
 * A room is a folder or a file. `at` is matched as a prefix and the longest match wins; a `*` stands for one folder and
 * names the room after it. `may` lists rooms; every file may import its own room. `test` is what its tests may import besides.
 */
export type CodeModule = { room: string; at: string; may: readonly string[]; test?: readonly string[] };

const pure = ["contract", "text", "time"] as const;
const inService = [...pure, "service/words", "service/context"] as const;
const screen = ["components/ui", "actions", "queries", "contract", "text", "time", "new id"] as const;
/** Tests of the service drive it from its own door and use the real database. */
const wholeService = ["service", "service/*", "client", "env", "embed", "free port", "folder for tests"] as const;

export const modules: readonly CodeModule[] = [
  {
    room: "server",
    at: "server.ts",
    may: ["service", "service/words", "service/db", "front", "embed", "env"],
    test: ["contract", "service/*"],
  },
  { room: "config", at: "", may: [] },
  { room: "app", at: "app/", may: ["components/*", "actions", "queries", "gateway", "session", "contract", "time"] },

  { room: "components/ui", at: "components/ui/", may: [] },
  { room: "components/shell", at: "components/shell/", may: screen },
  {
    room: "components/composer",
    at: "components/composer/",
    may: [...screen, "components/preview", "components/composer/machine"],
  },
  { room: "components/composer/machine", at: "components/composer/machine/", may: pure, test: ["components/composer"] },
  {
    room: "components/history",
    at: "components/history/",
    may: [...screen, "components/preview", "components/changes"],
  },
  { room: "components/calendar", at: "components/calendar/", may: [...screen, "components/changes"] },
  { room: "components/inbox", at: "components/inbox/", may: [...screen, "components/changes"] },
  { room: "components/home", at: "components/home/", may: [...screen, "components/changes", "components/inbox"] },
  { room: "components/review", at: "components/review/", may: [...screen, "components/preview"] },
  { room: "components/*", at: "components/*/", may: screen },

  { room: "env", at: "lib/env.ts", may: [] },
  { room: "embed", at: "lib/embedded-service.ts", may: [] },
  { room: "sync folder", at: "lib/fsync-folder.ts", may: [] },
  // Attempts counted by address, and texts that are the same for everybody: pages and service go by the same rules.
  { room: "throttle", at: "lib/address-throttle.ts", may: [] },
  { room: "static document", at: "lib/static-document.ts", may: [] },
  { room: "new id", at: "lib/new-id.ts", may: [] },
  { room: "free port", at: "lib/testing/free-port.ts", may: [] },
  { room: "folder for tests", at: "lib/testing/data-folder.ts", may: [] },
  // What stands before Next in server.ts: hosts, headers, limits, the build.
  { room: "front", at: "lib/front/", may: ["env", "embed", "sync folder", "throttle", "static document", "contract"] },
  { room: "contract", at: "lib/contract/", may: [] },
  { room: "text", at: "lib/text/", may: ["contract"] },
  { room: "time", at: "lib/time/", may: [] },
  { room: "client", at: "lib/client/", may: ["contract"], test: wholeService },
  { room: "session", at: "lib/session/", may: ["contract", "env", "embed", "throttle"] },
  { room: "gateway", at: "lib/gateway/", may: ["session", "client", "embed", "env", "contract", "time"] },
  { room: "actions", at: "lib/actions/", may: ["gateway", "session", "contract", "text", "time"] },
  { room: "queries", at: "lib/queries/", may: ["contract", "time"] },

  // What all of the service speaks: refusal, actor, clock, log; and the context its commands are given.
  { room: "service/words", at: "lib/service/", may: ["contract"] },
  {
    room: "service/context",
    at: "lib/service/core/context.ts",
    may: ["service/words", "service/db", "service/media", "service/channels"],
  },
  {
    room: "service",
    at: "lib/service/bootstrap/service.ts",
    may: [...inService, "service/*", "service/sweepers", "env", "embed"],
    test: wholeService,
  },
  // The recurring work, part of the composition that `service.ts` is.
  { room: "service/sweepers", at: "lib/service/bootstrap/sweepers.ts", may: [...inService, "service/*"] },
  // A program of its own: npm run check:ledger.
  {
    room: "service/check-ledger",
    at: "lib/service/bootstrap/check-ledger-program.ts",
    may: ["env", "service/points", "service/db"],
  },
  // A program of its own: npm run restored.
  {
    room: "service/restored",
    at: "lib/service/bootstrap/restored-backup-program.ts",
    may: ["env", "service/publishing", "service/channels", "service/channels/*", "service/db"],
  },
  // A program of its own: npm run two-step:off.
  {
    room: "service/two-step-off",
    at: "lib/service/bootstrap/two-step-off-program.ts",
    may: ["env", "service/accounts", "service/db"],
  },
  {
    room: "service/http",
    at: "lib/service/http/",
    may: [...inService, "service/*", "throttle", "static document"],
    test: wholeService,
  },
  {
    room: "service/publishing",
    at: "lib/service/publishing/",
    may: [
      ...inService,
      "service/posts",
      "service/channels",
      "service/channels/*",
      "service/media",
      "service/points",
      "service/notify",
      "service/db",
    ],
    test: wholeService,
  },
  // Events of sign-ins and of changes of access. The module that makes such a change records it here.
  { room: "service/audit", at: "lib/service/audit/", may: [...inService, "service/db"], test: wholeService },
  {
    room: "service/posts",
    at: "lib/service/posts/",
    may: [
      ...inService,
      "service/audit",
      "service/points",
      "service/media",
      "service/channels",
      "service/drafts",
      "service/db",
    ],
    test: wholeService,
  },
  {
    room: "service/points",
    at: "lib/service/points/",
    may: [...inService, "service/audit", "service/media", "service/notify", "service/settings", "service/db"],
    test: wholeService,
  },
  // A person: how they prove who they are, and the members they may act as.
  {
    room: "service/accounts",
    at: "lib/service/accounts/",
    may: [
      ...inService,
      "throttle",
      "service/audit",
      "embed",
      "service/members",
      "service/keys",
      "service/notify",
      "service/db",
    ],
    test: wholeService,
  },
  // The first member comes with the first key, by the set-up that `embed` describes.
  {
    room: "service/members",
    at: "lib/service/members/",
    may: [
      ...inService,
      "service/audit",
      "embed",
      "service/keys",
      "service/notify",
      "service/posts",
      "service/settings",
      "service/db",
    ],
    test: wholeService,
  },
  // What is counted of the work with platforms, and of what waits, for who watches an installation.
  {
    room: "service/metrics",
    at: "lib/service/metrics/",
    may: [...inService, "service/channels", "service/db"],
    test: wholeService,
  },
  // Guarded requests to addresses that people typed; whoever sends goes through it.
  { room: "service/outbound", at: "lib/service/outbound/", may: [...inService], test: wholeService },
  {
    room: "service/notify",
    at: "lib/service/notify/",
    may: [...inService, "service/outbound", "service/settings", "service/db"],
    test: wholeService,
  },
  {
    room: "service/webhooks",
    at: "lib/service/webhooks/",
    may: [...inService, "service/audit", "service/outbound", "service/notify", "service/db"],
    test: wholeService,
  },
  {
    room: "service/calendar",
    at: "lib/service/calendar/",
    may: [...inService, "service/audit", "service/posts", "service/settings", "service/db"],
    test: wholeService,
  },
  {
    room: "service/drafts",
    at: "lib/service/drafts/",
    may: [...inService, "service/media", "service/db"],
    test: wholeService,
  },
  {
    room: "service/*",
    at: "lib/service/*/",
    may: [...inService, "service/audit", "service/notify", "service/db"],
    test: wholeService,
  },
  {
    room: "service/db",
    at: "lib/service/db/",
    may: ["env", "sync folder", "contract", "service/words"],
    // The folder of the data is made by whoever comes first: the secret, or the database.
    test: [...wholeService, "front"],
  },
  {
    room: "service/channels",
    at: "lib/service/channels/",
    may: [...inService, "service/audit", "service/channels/*", "service/outbound", "service/media", "service/db"],
    test: wholeService,
  },
  // A connector: never the database, never another platform.
  {
    room: "service/channels/*",
    at: "lib/service/channels/*/",
    may: [...pure, "service/words", "service/channels"],
    test: wholeService,
  },
  // The practice platform keeps its own timeline in its own tables, as an outside platform would in its own database.
  {
    room: "service/channels/practice",
    at: "lib/service/channels/practice/",
    may: [...inService, "service/channels", "service/db"],
    test: wholeService,
  },

  { room: "e2e", at: "e2e/", may: ["contract", "text", "time", "free port", "folder for tests"] },
  { room: ".ci", at: ".ci/", may: ["**"] },
];

/** The files of `actions` that may open or close a session; the others go through the gateway. */
export const sessionActionFiles = /^lib\/actions\/(sign-[a-z-]+|setup|session)(\.test)?\.ts$/;

/** Files that a room may not import although it may import the room they are in. */
export const forbiddenImports: readonly { file: string; to: string; why: string }[] = [
  { file: "lib/service/db/drizzle.ts", to: "lib/service/http/", why: "routes hold no SQL" },
  { file: "lib/service/db/schema.ts", to: "lib/service/http/", why: "routes hold no SQL" },
];

/** Rooms whose files all begin with `import "server-only";`. */
export const serverOnlyModules: readonly string[] = ["lib/session/", "lib/gateway/"];

/** What code that a browser loads never reaches, however many files lie between. */
export const neverInBrowser: readonly string[] = [
  "lib/gateway/",
  "lib/session/",
  "lib/client/",
  "lib/env.ts",
  "lib/embedded-service.ts",
  "lib/service/",
];

/** Rooms whose code a browser may load. */
export const browserModules: readonly string[] = [
  "app/",
  "components/",
  "lib/contract/",
  "lib/new-id.ts",
  "lib/queries/",
  "lib/text/",
  "lib/time/",
];

/** Rooms that use of `contract` only types and the files that load no zod. */
export const modulesWithoutZod: readonly string[] = ["components/", "lib/queries/", "lib/text/", "lib/time/"];

/** What plain Node loads through server.ts never reaches: these throw or make no sense outside Next. */
export const packagesNeverInServer: readonly string[] = ["server-only", "react", "react-dom"];

/** Names of folders and files that say nothing about what is inside. */
export const meaninglessNames: ReadonlySet<string> = new Set([
  "util",
  "utils",
  "helper",
  "helpers",
  "misc",
  "common",
  "shared",
]);

/** Lines a file may have. Tests may be longer; the longest are printed. */
export const lineLimits = { file: 300, component: 250 } as const;
