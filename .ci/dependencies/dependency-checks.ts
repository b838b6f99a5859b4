/** The part of package-lock.json that the checks read. Keys are paths such as `node_modules/a/node_modules/b`. */
export type PackageLock = {
  packages: Record<
    string,
    {
      version?: string;
      license?: string;
      resolved?: string;
      integrity?: string;
      dev?: boolean;
      hasInstallScript?: boolean;
      link?: boolean;
    }
  >;
};
export type VersionFloor = { package: string; floor: string; advisories: string[]; why: string };
export type LicencePolicy = { allowed: string[]; exceptions: { package: string; licences: string[]; why: string }[] };

export const getPackageName = (place: string) => place.replace(/^.*node_modules\//, "");

/** Orders two versions; one with a suffix comes before the same without. Negative when `a` is the older. */
export function compareVersions(a: string, b: string): number {
  const read = (version: string) => {
    const [numbers = "", suffix] = version.replace(/^v/, "").split(/-(.*)/s);
    return { numbers: numbers.split(".").map(Number), suffix };
  };
  const one = read(a);
  const two = read(b);
  for (const at of [0, 1, 2]) {
    const difference = (one.numbers[at] ?? 0) - (two.numbers[at] ?? 0);
    if (difference !== 0) return difference;
  }
  if (one.suffix === two.suffix) return 0;
  if (one.suffix === undefined) return 1;
  if (two.suffix === undefined) return -1;
  return one.suffix < two.suffix ? -1 : 1;
}

/** Every copy in the lockfile, nested ones too, that is older than its floor. */
export function findBelowFloor(lock: PackageLock, floors: readonly VersionFloor[]): string[] {
  return Object.entries(lock.packages).flatMap(([place, entry]) =>
    floors
      .filter((floor) => floor.package === getPackageName(place) && entry.version !== undefined)
      .filter((floor) => compareVersions(entry.version ?? "0", floor.floor) < 0)
      .map((floor) => `${place} ${entry.version} is below ${floor.floor} (${floor.advisories.join(", ")})`),
  );
}

/** The licences of an expression: each of `A AND B`, and those of one choice in `(A OR B)`. */
function holds(expression: string, accepted: (licence: string) => boolean): boolean {
  const plain = expression.replace(/^\((.*)\)$/, "$1");
  if (/ OR /.test(plain)) return plain.split(" OR ").some((one) => holds(one, accepted));
  if (/ AND /.test(plain)) return plain.split(" AND ").every((one) => holds(one, accepted));
  return accepted(plain);
}

/** Packages of a production install whose licence is not among those accepted. */
export function findForeignLicences(lock: PackageLock, licences: LicencePolicy): string[] {
  const entries = Object.entries(lock.packages).filter(([place, entry]) => place !== "" && !entry.dev && !entry.link);
  // A binary for another system stands in the lockfile without its licence; its siblings have the same one.
  const family = (name: string) => name.split("-")[0] ?? name;
  const known = new Map(
    entries.flatMap(([place, entry]) => (entry.license ? [[family(getPackageName(place)), entry.license]] : [])),
  );
  return entries
    .map(([place, entry]) => ({
      name: getPackageName(place),
      licence: entry.license ?? known.get(family(getPackageName(place))) ?? "none",
    }))
    .filter(({ name, licence }) => {
      const extra = licences.exceptions.filter((one) => name.startsWith(one.package)).flatMap((one) => one.licences);
      return !holds(licence, (one) => licences.allowed.includes(one) || extra.includes(one));
    })
    .map(({ name, licence }) => `${name}: ${licence}`);
}

/** Packages that want to run something at install and are not named in `allowScripts`. */
export function findUnlistedInstallScripts(lock: PackageLock, allowed: Record<string, boolean>): string[] {
  return Object.entries(lock.packages)
    .filter(([place, entry]) => entry.hasInstallScript && !(getPackageName(place) in allowed))
    .map(([place]) => getPackageName(place));
}

/** Dependencies whose version is a range. */
export function findVersionRanges(dependencies: Record<string, string>): string[] {
  return Object.entries(dependencies)
    .filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
    .map(([name, version]) => `${name}: ${version}`);
}

/** Places that name the registry they came from: they tie an install to one machine's mirror. */
export const findRegistryAddresses = (lock: PackageLock) =>
  Object.entries(lock.packages)
    .filter(([, entry]) => entry.resolved !== undefined)
    .map(([place]) => place);

/**
 * Entries that npm would install unchecked: those without a sha512. `excepted` lists `name@version` of entries whose
 * checksum the registry does not have yet; a row that no entry needs any more is found too, so that the list only shrinks.
 */
export function findWithoutChecksum(lock: PackageLock, excepted: readonly string[]): string[] {
  const unchecked = Object.entries(lock.packages)
    .filter(([place, entry]) => place !== "" && !entry.link && !entry.integrity?.startsWith("sha512-"))
    .map(([place, entry]) => `${getPackageName(place)}@${entry.version}`);
  return [
    ...unchecked.filter((one) => !excepted.includes(one)),
    ...excepted.filter((one) => !unchecked.includes(one)).map((one) => `${one}: exception is not needed`),
  ];
}
