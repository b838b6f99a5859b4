import { moduleEntryPoints } from "./module-entry-points.ts";
import {
  browserModules,
  forbiddenImports,
  lineLimits,
  meaninglessNames,
  modules,
  modulesWithoutZod,
  neverInBrowser,
  packagesNeverInServer,
  serverOnlyModules,
  sessionActionFiles,
} from "./modules.ts";
import { packageOwners, testPackages } from "./package-owners.ts";
import {
  isTest,
  isTestSupport,
  listTestNames,
  type SourceFile,
  type SourceImport,
  type SourceTree,
} from "./source-tree.ts";

/** Every rule takes the tree and answers with one line for each place that breaks it: `file -> what`. */
export type SourceRule = (tree: SourceTree) => string[];

const toPattern = (at: string) =>
  new RegExp(`^${at.replace(/[.[\]()]/g, "\\$&").replace("*", "([^/]+)")}${at === "" || at.endsWith("/") ? "" : "$"}`);
const matchers = modules.map((module) => ({ module, match: toPattern(module.path) }));
const startsWith = (file: string, path: string) => toPattern(path).test(file);

type FoundModule = { name: string; mayImport: readonly string[]; testsMayImport: readonly string[] };

/**
 * The module of a file, with `*` filled in; a test belongs to the module of the file that it tests. Files at the top belong
 * to `config`; null means that no module has the file.
 */
export function findModule(file: string): FoundModule | null {
  let best: (FoundModule & { length: number }) | null = null;
  for (const { module, match } of matchers) {
    const hit = match.exec(file.replace(/\.test(?=\.tsx?$)/, ""));
    if (!hit || (module.path === "" && file.includes("/"))) continue;
    if (best && best.length >= module.path.length) continue;
    const name = module.name.replace("*", hit[1] ?? "");
    const { mayImport, testsMayImport = [], path } = module;
    best = { name, mayImport, testsMayImport, length: path.length };
  }
  return best;
}

const includesModule = (pattern: string, module: string) => {
  if (pattern === "**" || pattern === module) return true;
  const star = pattern.indexOf("*");
  return star >= 0 && module.startsWith(pattern.slice(0, star));
};

function forEachImport(tree: SourceTree, see: (file: SourceFile, one: SourceImport) => string | null): string[] {
  const broken: string[] = [];
  for (const file of tree.values()) {
    for (const one of file.imports) {
      const why = see(file, one);
      if (why !== null) broken.push(`${file.path} -> ${one.specifier}: ${why}`);
    }
  }
  return broken;
}

export const everyFileHasAModule: SourceRule = (tree) =>
  [...tree.keys()].filter((file) => findModule(file) === null).map((file) => `${file}: belongs to no module`);

export const everyImportResolves: SourceRule = (tree) =>
  forEachImport(tree, (file, one) =>
    one.target === null && one.package === null && !file.path.startsWith(".ci/") ? "leads nowhere" : null,
  );

export const everyImportIsAllowed: SourceRule = (tree) =>
  forEachImport(tree, (file, one) => {
    const from = findModule(file.path);
    const to = one.target === null ? null : findModule(one.target);
    if (!from || !to || !one.target || from.name === to.name) return null;
    const testing = isTest(file.path) || isTestSupport(file.path);
    const mayImport = testing ? [...from.mayImport, ...from.testsMayImport] : from.mayImport;
    if (!mayImport.some((pattern) => includesModule(pattern, to.name))) return `${from.name} may not import ${to.name}`;
    if (testing) return null;
    for (const entry of moduleEntryPoints) {
      if (entry.module !== to.name || !startsWith(file.path, entry.from)) continue;
      if (!entry.only.some((path) => one.target?.startsWith(path))) return entry.why;
    }
    if (from.name === "actions" && to.name === "session" && !sessionActionFiles.test(file.path)) {
      return "only sign-in and sign-out open or close a session; call the gateway";
    }
    return null;
  });

export const modulesAreImportedByName: SourceRule = (tree) =>
  forEachImport(tree, (file, one) => {
    if (!one.specifier.startsWith("..") || one.target === null || !one.target.startsWith("lib/")) return null;
    if (!file.path.startsWith("lib/")) return null;
    return findModule(file.path)?.name === findModule(one.target)?.name ? null : "write #lib/… across modules";
  });

export const onlyTestsImportTests: SourceRule = (tree) =>
  forEachImport(tree, (file, one) => {
    if (one.target === null || isTest(file.path) || isTestSupport(file.path) || file.path.startsWith(".ci/"))
      return null;
    return isTest(one.target) || isTestSupport(one.target) ? "this is test support" : null;
  });

export const everyPackageHasAnOwner: SourceRule = (tree) =>
  forEachImport(tree, (file, one) => {
    const name = one.package;
    if (name === null || name === "node:" || file.path.startsWith(".ci/")) return null;
    const key = Object.keys(packageOwners).find((owned) =>
      owned.endsWith("/") ? name.startsWith(owned) : name === owned,
    );
    const places = key === undefined ? undefined : packageOwners[key];
    if (!places) return `${name} has no owner in .ci/rules/package-owners.ts`;
    const testing = isTest(file.path) || isTestSupport(file.path);
    if (testPackages.has(name) && !testing && !/\.config\.ts$/.test(file.path)) return `${name} is for tests`;
    // A type costs nothing and binds nobody to the package at run time.
    if (one.typeOnly && file.path.startsWith("lib/service/") && places.some((at) => at.startsWith("lib/service/")))
      return null;
    // Tests look at the database and at files with the service's own tools.
    if (testing && /^(lib\/service|e2e)\//.test(file.path) && places.some((at) => at.startsWith("lib/service/")))
      return null;
    return places.some((at) => file.path.startsWith(at)) ? null : `${name} belongs to ${places.join(", ")}`;
  });

export const forbiddenFilesAreNotImported: SourceRule = (tree) =>
  forEachImport(tree, (file, one) => {
    if (isTest(file.path) || isTestSupport(file.path)) return null;
    return (
      forbiddenImports.find(({ file: closed, to }) => one.target === closed && file.path.startsWith(to))?.why ?? null
    );
  });

export const noImportCycles: SourceRule = (tree) => {
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const groups: string[] = [];
  const targets = (file: string) =>
    (tree.get(file)?.imports ?? []).flatMap((one) => (one.target && tree.has(one.target) ? [one.target] : []));
  const visit = (file: string) => {
    index.set(file, index.size);
    low.set(file, index.get(file) ?? 0);
    stack.push(file);
    for (const next of targets(file)) {
      if (!index.has(next)) visit(next);
      if (stack.includes(next)) low.set(file, Math.min(low.get(file) ?? 0, low.get(next) ?? 0));
    }
    if (low.get(file) !== index.get(file)) return;
    const group = stack.splice(stack.indexOf(file));
    if (group.length > 1 || targets(file).includes(file)) groups.push(`${group.sort().join(" <-> ")}: go round`);
  };
  for (const file of tree.keys()) if (!index.has(file)) visit(file);
  return groups;
};

/** What runs when `start` is loaded: the shortest way to each file or package. Types are erased; server actions are calls over the wire. */
function listLoadedFiles(tree: SourceTree, start: string, stopAtActions: boolean): Map<string, string[]> {
  const ways = new Map<string, string[]>([[start, [start]]]);
  const queue = [start];
  for (let file = queue.shift(); file !== undefined; file = queue.shift()) {
    const source = tree.get(file);
    if (!source || (stopAtActions && source.directive === "use server")) continue;
    for (const one of source.imports) {
      const next = one.target ?? one.package;
      if (one.typeOnly || next === null || ways.has(next)) continue;
      ways.set(next, [...(ways.get(file) ?? []), next]);
      if (one.target) queue.push(next);
    }
  }
  return ways;
}

export const browserLoadsNoServerCode: SourceRule = (tree) => {
  const broken: string[] = [];
  for (const file of tree.values()) {
    if (file.directive !== "use client" && !/^lib\/(queries|realtime)\//.test(file.path)) continue;
    if (isTest(file.path)) continue;
    for (const [reached, way] of listLoadedFiles(tree, file.path, true)) {
      const forbidden =
        reached === "zod" || reached === "server-only" || neverInBrowser.some((at) => reached.startsWith(at));
      if (forbidden) broken.push(`${way.join(" -> ")}: a browser would load it`);
    }
  }
  return broken;
};

export const browserLoadsNoSchemas: SourceRule = (tree) =>
  forEachImport(tree, (file, one) => {
    if (one.typeOnly || isTest(file.path) || !modulesWithoutZod.some((at) => file.path.startsWith(at))) return null;
    if (!one.target?.startsWith("lib/contract/")) return null;
    const way = listLoadedFiles(tree, one.target, false).get("zod");
    return way ? `loads zod: ${way.join(" -> ")}` : null;
  });

/** Browser functions of secure contexts alone: https and localhost. */
const secureOnly = /\bcrypto\s*\??\.\s*(randomUUID|subtle)\b/;

export const browserNeedsNoSecureContext: SourceRule = (tree) =>
  [...tree.values()]
    .filter(({ path }) => browserModules.some((at) => path.startsWith(at)) && !isTest(path))
    .flatMap(({ path, text }) => {
      const found = secureOnly.exec(text);
      return found
        ? [`${path}: ${found[0]} is missing on plain http outside localhost: use newId of lib/new-id.ts`]
        : [];
    });

const notificationsFile = "lib/service/db/pg-notifications.ts";

/** Names of channels and forms of payloads stand in one file, so that a reader finds every writer. */
export const notificationsAreListed: SourceRule = (tree) =>
  [...tree.values()]
    .filter(({ path, text }) => path.startsWith("lib/") && path !== notificationsFile && text.includes("pg_notify("))
    .filter(({ path }) => !isTest(path) && !isTestSupport(path))
    .map(({ path }) => `${path}: sends a notification itself: use ${notificationsFile}`);

export const serverLoadsNoPage: SourceRule = (tree) =>
  [...listLoadedFiles(tree, "server.ts", false)]
    .filter(([reached]) => packagesNeverInServer.includes(reached) || reached.endsWith(".tsx"))
    .map(([, way]) => `${way.join(" -> ")}: plain Node can't load it`);

export const serviceKnowsNoNext: SourceRule = (tree) =>
  forEachImport(tree, (file, one) =>
    file.path.startsWith("lib/service/") && /^(next|react|react-dom|server-only)$/.test(one.package ?? "")
      ? "the service must not import Next or React"
      : null,
  );

export const serverOnlyComesFirst: SourceRule = (tree) =>
  [...tree.values()]
    .filter(
      (file) =>
        serverOnlyModules.some((at) => file.path.startsWith(at)) && !isTest(file.path) && !isTestSupport(file.path),
    )
    .filter((file) => !file.text.startsWith('import "server-only";\n'))
    .map((file) => `${file.path}: must begin with import "server-only";`);

export const filesAreShort: SourceRule = (tree) =>
  [...tree.values()]
    .filter((file) => !isTest(file.path) && !isTestSupport(file.path))
    .map((file) => ({
      ...file,
      limit: /^components\/.*\.tsx$/.test(file.path) ? lineLimits.component : lineLimits.file,
    }))
    .filter((file) => file.lines > file.limit)
    .map((file) => `${file.path}: ${file.lines} lines, ${file.limit} are allowed`);

export const namesSaySomething: SourceRule = (tree) =>
  [...tree.keys()]
    .filter((file) => file.split("/").some((word) => meaninglessNames.has(word.replace(/(\.test)?\.[a-z]+$/, ""))))
    .map((file) => `${file}: the name does not describe the content`);

export const testNamesAreGuarantees: SourceRule = (tree) => {
  const broken: string[] = [];
  const first = new Map<string, string>();
  for (const file of tree.values()) {
    if (!isTest(file.path) && !file.path.endsWith(".test.ts")) continue;
    for (const name of listTestNames(file.path, file.text)) {
      const before = first.get(name);
      if (before !== undefined) broken.push(`${file.path}: "${name}" is also a test of ${before}`);
      else first.set(name, file.path);
      const last = name.split(" › ").at(-1) ?? "";
      if (/^should\b/i.test(last)) broken.push(`${file.path}: "${name}" begins with "should"; state a fact`);
    }
  }
  return broken;
};

/** Files that take the place of thinking about where a thing belongs: an `index.ts` that only passes on. */
export const noBarrels: SourceRule = (tree) =>
  [...tree.values()]
    .filter((file) => /(^|\/)index\.tsx?$/.test(file.path))
    .map((file) => `${file.path}: import the file that has it`);
