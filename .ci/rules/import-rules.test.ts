import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import * as rules from "./import-rules.ts";
import { lineLimits } from "./modules.ts";
import { packageOwners, toolPackages } from "./package-owners.ts";
import { isTest, listTestNames, parseSourceTree, readOwnTree } from "./source-tree.ts";

const root = path.resolve(import.meta.dirname, "../..");
const sourceTree = readOwnTree();

type Example = { title: string; rule: rules.SourceRule; broken: Record<string, string>; fine?: Record<string, string> };

/** Each rule with the smallest tree that breaks it, so that no rule can pass for want of looking, and one that it accepts. */
const examples: Example[] = [
  {
    title: "every file belongs to a module",
    rule: rules.everyFileHasAModule,
    broken: { "lib/stray/one.ts": "" },
    fine: {
      "lib/text/one.ts": "",
      "components/calendar/day.tsx": "",
      "lib/service/leaderboard/levels.ts": "",
      "lib/env.test.ts": "",
      "server.ts": "",
    },
  },
  {
    title: "every import resolves to a file",
    rule: rules.everyImportResolves,
    broken: { "lib/text/one.ts": 'import { two } from "./two.ts";' },
    fine: { "lib/text/one.ts": 'import { two } from "#lib/text/two.ts";', "lib/text/two.ts": "" },
  },
  {
    title: "a module imports only the modules it may import",
    rule: rules.everyImportIsAllowed,
    broken: { "lib/time/one.ts": 'import type { A } from "#lib/text/two.ts";', "lib/text/two.ts": "" },
    fine: {
      "components/composer/a.tsx": 'export { b } from "#components/preview/b.tsx";',
      "components/preview/b.tsx": "",
    },
  },
  {
    title: "a dynamic import follows the rule too",
    rule: rules.everyImportIsAllowed,
    broken: { "lib/queries/one.ts": 'const two = await import("#lib/gateway/two.ts");', "lib/gateway/two.ts": "" },
  },
  {
    title: "a type in an expression follows the rule too",
    rule: rules.everyImportIsAllowed,
    broken: { "lib/text/one.ts": 'export type A = import("#lib/time/two.ts").A;', "lib/time/two.ts": "" },
  },
  {
    title: "a page module never imports another page module",
    rule: rules.everyImportIsAllowed,
    broken: {
      "components/posts/a.tsx": 'import { B } from "#components/leaderboard/b.tsx";',
      "components/leaderboard/b.tsx": "",
    },
    fine: { "components/posts/a.tsx": 'import { B } from "#components/ui/b.tsx";', "components/ui/b.tsx": "" },
  },
  {
    title: "a connector never imports the database",
    rule: rules.everyImportIsAllowed,
    broken: {
      "lib/service/channels/platforms/bluesky/publish.ts": 'import { tx } from "#lib/service/db/transaction.ts";',
      "lib/service/db/transaction.ts": "",
    },
    fine: {
      "lib/service/channels/platforms/practice/publish.ts": 'import { tx } from "#lib/service/db/transaction.ts";',
      "lib/service/db/transaction.ts": "",
    },
  },
  {
    title: "a connector never imports another platform",
    rule: rules.everyImportIsAllowed,
    broken: {
      "lib/service/channels/platforms/x/a.ts": 'import { b } from "#lib/service/channels/platforms/bluesky/b.ts";',
      "lib/service/channels/platforms/bluesky/b.ts": "",
    },
  },
  {
    title: "only sign-in and sign-out open a session",
    rule: rules.everyImportIsAllowed,
    broken: {
      "lib/actions/posts.ts": 'import { seal } from "#lib/session/session-seal.ts";',
      "lib/session/session-seal.ts": "",
    },
    fine: {
      "lib/actions/auth/sign-in-with-key.ts": 'import { seal } from "#lib/session/session-seal.ts";',
      "lib/session/session-seal.ts": "",
    },
  },
  {
    title: "modules of lib are imported by name",
    rule: rules.modulesAreImportedByName,
    broken: { "lib/text/one.ts": 'import { a } from "../contract/a.ts";', "lib/contract/a.ts": "" },
  },
  {
    title: "only tests import test support",
    rule: rules.onlyTestsImportTests,
    broken: {
      "lib/service/posts/a.ts": 'import { db } from "#lib/service/db/testing/test-database.ts";',
      "lib/service/db/testing/test-database.ts": "",
    },
    fine: {
      "lib/service/posts/a.test.ts": 'import { db } from "#lib/service/db/testing/test-database.ts";',
      "lib/service/db/testing/test-database.ts": "",
    },
  },
  {
    title: "every package has an owner",
    rule: rules.everyPackageHasAnOwner,
    broken: { "lib/service/posts/a.ts": 'import { Hono } from "hono";' },
    fine: { "lib/service/http/a.ts": 'import { Hono } from "hono";' },
  },
  {
    title: "a package without an owner is refused",
    rule: rules.everyPackageHasAnOwner,
    broken: { "lib/text/a.ts": 'import leftPad from "left-pad";' },
  },
  {
    title: "routes hold no SQL",
    rule: rules.forbiddenFilesAreNotImported,
    broken: {
      "lib/service/http/routes/posts.ts": 'import { sql } from "#lib/service/db/drizzle-exports.ts";',
      "lib/service/db/drizzle-exports.ts": "export const sql = 1;",
    },
  },
  {
    title: "product code imports no test package",
    rule: rules.everyPackageHasAnOwner,
    broken: { "lib/text/a.ts": 'import fc from "fast-check";' },
  },
  {
    title: "no files import each other in a cycle, not even for types",
    rule: rules.noImportCycles,
    broken: {
      "lib/text/a.ts": 'import type { B } from "./b.ts";',
      "lib/text/b.ts": 'import type { A } from "./a.ts";',
    },
    fine: { "lib/text/a.ts": 'import type { B } from "./b.ts";', "lib/text/b.ts": "" },
  },
  {
    title: "browser code never reaches the gateway, even indirectly",
    rule: rules.browserLoadsNoServerCode,
    broken: {
      "components/composer/a.tsx": '"use client";\nimport { b } from "./b.ts";',
      "components/composer/b.ts": 'import { c } from "#lib/gateway/c.ts";',
      "lib/gateway/c.ts": "",
    },
    fine: {
      "components/composer/a.tsx": '"use client";\nimport { b } from "#lib/actions/b.ts";',
      "lib/actions/b.ts": '"use server";\nimport { c } from "#lib/gateway/c.ts";',
      "lib/gateway/c.ts": "",
    },
  },
  {
    title: "components import from the contract only types and files without zod",
    rule: rules.browserLoadsNoSchemas,
    broken: {
      "components/composer/a.tsx": 'import { b } from "#lib/contract/b.ts";',
      "lib/contract/b.ts": 'import { c } from "./c.ts";',
      "lib/contract/c.ts": 'import * as z from "zod";',
    },
    fine: {
      "components/composer/a.tsx": 'import type { B } from "#lib/contract/b.ts";',
      "lib/contract/b.ts": 'import * as z from "zod";',
    },
  },
  {
    title: "browser code works on plain http",
    rule: rules.browserNeedsNoSecureContext,
    broken: { "components/review/a.tsx": "export const id = () => crypto.randomUUID();" },
    fine: {
      "components/review/a.tsx": "export const bytes = () => crypto.getRandomValues(new Uint8Array(16));",
      "lib/service/posts/a.ts": "export const id = () => crypto.randomUUID();",
    },
  },
  {
    title: "browser code computes no digest itself",
    rule: rules.browserNeedsNoSecureContext,
    broken: { "lib/queries/a.ts": "export const digest = crypto.subtle;" },
  },
  {
    title: "the server loads no file that needs Next's bundler",
    rule: rules.serverLoadsNoPage,
    broken: { "server.ts": 'import "#lib/gateway/a.ts";', "lib/gateway/a.ts": 'import "server-only";' },
  },
  {
    title: "the service imports neither Next nor React",
    rule: rules.serviceKnowsNoNext,
    broken: { "lib/service/posts/a.ts": 'import type { NextRequest } from "next/server";' },
  },
  {
    title: "session and gateway files begin with server-only",
    rule: rules.serverOnlyComesFirst,
    broken: { "lib/gateway/a.ts": 'import { b } from "./b.ts";\nimport "server-only";\n' },
    fine: { "lib/gateway/a.ts": 'import "server-only";\n' },
  },
  {
    title: "every notification of the database is sent by one file",
    rule: rules.notificationsAreListed,
    broken: { "lib/service/posts/a.ts": "query(\"select pg_notify('outbox', '')\");" },
    fine: { "lib/service/db/pg-notifications.ts": "query(\"select pg_notify('outbox', '')\");" },
  },
  {
    title: "no file exceeds its line limit",
    rule: rules.filesAreShort,
    broken: { "lib/text/long.ts": "// line\n".repeat(lineLimits.file + 1) },
    fine: { "lib/text/long.ts": "// line\n".repeat(lineLimits.file) },
  },
  {
    title: "a component has a lower line limit",
    rule: rules.filesAreShort,
    broken: { "components/composer/long.tsx": "// line\n".repeat(lineLimits.component + 1) },
    fine: { "components/composer/long.tsx": "// line\n".repeat(lineLimits.component) },
  },
  {
    title: "every file name describes its content",
    rule: rules.namesSaySomething,
    broken: { "lib/text/utils/count.ts": "" },
    fine: { "lib/text/count-text.ts": "" },
  },
  {
    title: "no file only re-exports",
    rule: rules.noBarrels,
    broken: { "lib/text/index.ts": 'export { a } from "./a.ts";' },
  },
  {
    title: "every test title is unique",
    rule: rules.testNamesAreGuarantees,
    broken: {
      "lib/text/a.test.ts": 'test("it counts", () => {});',
      "lib/text/b.test.ts": 'it.each([1])("it counts", () => {});',
    },
    fine: {
      "lib/text/a.test.ts": 'describe("words", () => { test("it counts", () => {}); });',
      "lib/text/b.test.ts": 'test("it counts", () => {});',
    },
  },
  {
    title: "no test title begins with should",
    rule: rules.testNamesAreGuarantees,
    broken: { "lib/text/a.test.ts": 'test("should count", () => {});' },
  },
];

const parseExample = (files: Record<string, string>) => parseSourceTree(new Map(Object.entries(files)));

/** One example of each rule: the first one gives the rule its name. */
const named = examples.filter((example, at) => examples.findIndex((other) => other.rule === example.rule) === at);

describe("the source tree", () => {
  test.for(named)("$title", ({ rule }) => {
    expect(rule(sourceTree)).toEqual([]);
  });

  test("every dependency has an owner or is a tool", () => {
    const { dependencies, devDependencies } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
    const unowned = Object.keys({ ...dependencies, ...devDependencies }).filter(
      (name) =>
        !toolPackages.has(name) &&
        !Object.keys(packageOwners).some((owned) => name === owned || (owned.endsWith("/") && name.startsWith(owned))),
    );
    expect(unowned).toEqual([]);
  });

  test("the rules read the whole source tree", () => {
    expect(sourceTree.size).toBeGreaterThan(10);
    expect([...sourceTree.keys()]).toContain(".ci/rules/import-rules.test.ts");
    expect([...sourceTree.values()].some((file) => file.imports.some((one) => one.target !== null))).toBe(true);
    const tests = [...sourceTree.values()].filter((file) => isTest(file.path));
    expect(tests.some((file) => listTestNames(file.path, file.text).length > 0)).toBe(true);
  });
});

describe("the rules can fail", () => {
  test.for(examples)("a tree that breaks the rule is refused: $title", ({ rule, broken, fine }) => {
    expect(rule(parseExample(broken))).not.toEqual([]);
    if (fine) expect(rule(parseExample(fine))).toEqual([]);
  });
});
