import { moduleEntryPoints } from "./module-entry-points.ts";
import { packageOwners, testPackages } from "./package-owners.ts";
import { type SourceTree, type SourceImport, isTest, isTestSupport, type SourceFile, listTestNames } from "./source-tree.ts";
import {
  browserModules,
  forbiddenImports,
  meaninglessNames,
  lineLimits,
  neverInBrowser,
  packagesNeverInServer,
  modules,
  serverOnlyModules,
  sessionActionFiles,
  modulesWithoutZod,
} from "./modules.ts";

/** Every rule takes the tree and answers with one line for each place that breaks it: `file -> what`. */
export type SourceRule = (house: SourceTree) => string[];

const toPattern = (at: string) =>
  new RegExp(`^${at.replace(/[.[\]()]/g, "\\$&").replace("*", "([^/]+)")}${at === "" || at.endsWith("/") ? "" : "$"}`);
const matchers = modules.map((room) => ({ room, match: toPattern(room.at) }));
const startsWith = (file: string, at: string) => toPattern(at).test(file);

/**
 * The room a file stands in, with `*` filled in; a test stands where the file it tests does. A file at the top belongs to
 * `config`; elsewhere null means no room.
 */
export function findModule(file: string): { name: string; may: readonly string[]; test: readonly string[] } | null {
  let best: { name: string; may: readonly string[]; test: readonly string[]; length: number } | null = null;
  for (const { room, match } of matchers) {
    const hit = match.exec(file.replace(/\.test(?=\.tsx?$)/, ""));
    if (!hit || (room.at === "" && file.includes("/"))) continue;
    if (best && best.length >= room.at.length) continue;
    const name = room.room.replace("*", hit[1] ?? "");
    best = { name, may: room.may, test: room.test ?? [], length: room.at.length };
  }
  return best;
}

const includesModule = (pattern: string, room: string) => {
  if (pattern === "**" || pattern === room) return true;
  const at = pattern.indexOf("*");
  return at >= 0 && room.startsWith(pattern.slice(0, at));
};

function forEachImport(house: SourceTree, see: (file: SourceFile, one: SourceImport) => string | null): string[] {
  const broken: string[] = [];
  for (const file of house.values()) {
    for (const one of file.imports) {
      const why = see(file, one);
      if (why !== null) broken.push(`${file.path} -> ${one.specifier}: ${why}`);
    }
  }
  return broken;
}

export const everyFileHasAModule: SourceRule = (house) =>
  [...house.keys()].filter((file) => findModule(file) === null).map((file) => `${file}: no room of the map covers it`);

export const everyImportResolves: SourceRule = (house) =>
  forEachImport(house, (file, one) =>
    one.target === null && one.package === null && !file.path.startsWith(".ci/") ? "leads nowhere" : null,
  );

export const everyImportIsAllowed: SourceRule = (house) =>
  forEachImport(house, (file, one) => {
    const from = findModule(file.path);
    const to = one.target === null ? null : findModule(one.target);
    if (!from || !to || !one.target || from.name === to.name) return null;
    const testing = isTest(file.path) || isTestSupport(file.path);
    const may = testing ? [...from.may, ...from.test] : from.may;
    if (!may.some((pattern) => includesModule(pattern, to.name))) return `${from.name} may not import ${to.name}`;
    if (testing) return null;
    for (const door of moduleEntryPoints) {
      if (door.room !== to.name || !startsWith(file.path, door.from)) continue;
      if (!door.only.some((at) => one.target?.startsWith(at))) return door.why;
    }
    if (from.name === "actions" && to.name === "session" && !sessionActionFiles.test(file.path)) {
      return "only signing in and out opens or closes a session; call the gateway";
    }
    return null;
  });

export const modulesAreImportedByName: SourceRule = (house) =>
  forEachImport(house, (file, one) => {
    if (!one.specifier.startsWith("..") || one.target === null || !one.target.startsWith("lib/")) return null;
    if (!file.path.startsWith("lib/")) return null;
    return findModule(file.path)?.name === findModule(one.target)?.name ? null : "write #lib/… across rooms";
  });

export const onlyTestsImportTests: SourceRule = (house) =>
  forEachImport(house, (file, one) => {
    if (one.target === null || isTest(file.path) || isTestSupport(file.path) || file.path.startsWith(".ci/"))
      return null;
    return isTest(one.target) || isTestSupport(one.target) ? "this is there for tests" : null;
  });

export const everyPackageHasAnOwner: SourceRule = (house) =>
  forEachImport(house, (file, one) => {
    const name = one.package;
    if (name === null || name === "node:" || file.path.startsWith(".ci/")) return null;
    const key = Object.keys(packageOwners).find((home) => (home.endsWith("/") ? name.startsWith(home) : name === home));
    const places = key === undefined ? undefined : packageOwners[key];
    if (!places) return `${name} has no home in .ci/rules/modules.ts`;
    const testing = isTest(file.path) || isTestSupport(file.path);
    if (testPackages.has(name) && !testing && !/\.config\.ts$/.test(file.path)) return `${name} is for tests`;
    // A type costs nothing and binds nobody to the package at run time.
    if (one.typeOnly && file.path.startsWith("lib/service/") && places.some((at) => at.startsWith("lib/service/")))
      return null;
    // Tests look at the database and at files with the service's own tools.
    if (testing && /^(lib\/service|e2e)\//.test(file.path) && places.some((at) => at.startsWith("lib/service/")))
      return null;
    return places.some((at) => file.path.startsWith(at)) ? null : `${name} lives in ${places.join(", ")}`;
  });

export const forbiddenFilesAreNotImported: SourceRule = (house) =>
  forEachImport(house, (file, one) => {
    if (isTest(file.path) || isTestSupport(file.path)) return null;
    return forbiddenImports.find(({ file: closed, to }) => one.target === closed && file.path.startsWith(to))?.why ?? null;
  });

export const noImportCycles: SourceRule = (house) => {
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const groups: string[] = [];
  const targets = (file: string) =>
    (house.get(file)?.imports ?? []).flatMap((one) => (one.target && house.has(one.target) ? [one.target] : []));
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
  for (const file of house.keys()) if (!index.has(file)) visit(file);
  return groups;
};

/** What runs when `start` is loaded: the shortest way to each file or package. Types are erased; server actions are calls over the wire. */
function listLoadedFiles(house: SourceTree, start: string, stopAtActions: boolean): Map<string, string[]> {
  const ways = new Map<string, string[]>([[start, [start]]]);
  const queue = [start];
  for (let file = queue.shift(); file !== undefined; file = queue.shift()) {
    const source = house.get(file);
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

export const browserLoadsNoServerCode: SourceRule = (house) => {
  const broken: string[] = [];
  for (const file of house.values()) {
    if (file.directive !== "use client" && !file.path.startsWith("lib/queries/")) continue;
    if (isTest(file.path)) continue;
    for (const [reached, way] of listLoadedFiles(house, file.path, true)) {
      const forbidden =
        reached === "zod" || reached === "server-only" || neverInBrowser.some((at) => reached.startsWith(at));
      if (forbidden) broken.push(`${way.join(" -> ")}: a browser would load it`);
    }
  }
  return broken;
};

export const browserLoadsNoSchemas: SourceRule = (house) =>
  forEachImport(house, (file, one) => {
    if (one.typeOnly || isTest(file.path) || !modulesWithoutZod.some((at) => file.path.startsWith(at))) return null;
    if (!one.target?.startsWith("lib/contract/")) return null;
    const way = listLoadedFiles(house, one.target, false).get("zod");
    return way ? `loads zod: ${way.join(" -> ")}` : null;
  });

/** Browser functions of secure contexts alone: https and localhost. */
const secureOnly = /\bcrypto\s*\??\.\s*(randomUUID|subtle)\b/;

export const browserNeedsNoSecureContext: SourceRule = (house) =>
  [...house.values()]
    .filter(({ path }) => browserModules.some((at) => path.startsWith(at)) && !isTest(path))
    .flatMap(({ path, text }) => {
      const found = secureOnly.exec(text);
      return found
        ? [`${path}: ${found[0]} is missing on plain http outside localhost: use newId of lib/new-id.ts`]
        : [];
    });

export const serverLoadsNoPage: SourceRule = (house) =>
  [...listLoadedFiles(house, "server.ts", false)]
    .filter(([reached]) => packagesNeverInServer.includes(reached) || reached.endsWith(".tsx"))
    .map(([, way]) => `${way.join(" -> ")}: plain Node can't load it`);

export const serviceKnowsNoNext: SourceRule = (house) =>
  forEachImport(house, (file, one) =>
    file.path.startsWith("lib/service/") && /^(next|react|react-dom|server-only)$/.test(one.package ?? "")
      ? "the service knows nothing of Next or React"
      : null,
  );

export const serverOnlyComesFirst: SourceRule = (house) =>
  [...house.values()]
    .filter(
      (file) => serverOnlyModules.some((at) => file.path.startsWith(at)) && !isTest(file.path) && !isTestSupport(file.path),
    )
    .filter((file) => !file.text.startsWith('import "server-only";\n'))
    .map((file) => `${file.path}: must begin with import "server-only";`);

export const filesAreShort: SourceRule = (house) =>
  [...house.values()]
    .filter((file) => !isTest(file.path) && !isTestSupport(file.path))
    .map((file) => ({
      ...file,
      limit: /^components\/.*\.tsx$/.test(file.path) ? lineLimits.component : lineLimits.file,
    }))
    .filter((file) => file.lines > file.limit)
    .map((file) => `${file.path}: ${file.lines} lines, ${file.limit} are allowed`);

export const namesSaySomething: SourceRule = (house) =>
  [...house.keys()]
    .filter((file) => file.split("/").some((word) => meaninglessNames.has(word.replace(/(\.test)?\.[a-z]+$/, ""))))
    .map((file) => `${file}: a name that says nothing about what is inside`);

export const testNamesAreGuarantees: SourceRule = (house) => {
  const broken: string[] = [];
  const first = new Map<string, string>();
  for (const file of house.values()) {
    if (!isTest(file.path) && !file.path.endsWith(".test.ts")) continue;
    for (const name of listTestNames(file.path, file.text)) {
      const before = first.get(name);
      if (before !== undefined) broken.push(`${file.path}: "${name}" is also a test of ${before}`);
      else first.set(name, file.path);
      const last = name.split(" › ").at(-1) ?? "";
      if (/^should\b/i.test(last)) broken.push(`${file.path}: "${name}" is a wish; say what is true`);
    }
  }
  return broken;
};

/** Files that take the place of thinking about where a thing belongs: an `index.ts` that only passes on. */
export const noBarrels: SourceRule = (house) =>
  [...house.values()]
    .filter((file) => /(^|\/)index\.tsx?$/.test(file.path))
    .map((file) => `${file.path}: import the file that has it`);
