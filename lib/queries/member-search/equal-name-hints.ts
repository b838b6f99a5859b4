import { formatInstant } from "#lib/time/format.ts";

/** A person of an organization. `email` exists only if the reader may see it. */
export type NamedPerson = {
  id: string;
  name: string;
  email?: string | undefined;
  joined_at?: string | undefined;
  /** True if another member has the same name, even one outside this list. */
  isShared?: boolean | undefined;
};

const keyOf = ({ name }: NamedPerson) => name.normalize("NFKC").trim().toLowerCase();

function countBy<T>(all: readonly T[], key: (one: T) => string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const one of all) counts.set(key(one), (counts.get(key(one)) ?? 0) + 1);
  return counts;
}

/**
 * Returns a hint for people with equal names, by id: the e-mail address, otherwise the day of joining; if that is equal
 * too, the end of the id. People with a unique name are not in the map.
 */
export function findEqualNameHints(listed: readonly NamedPerson[]): ReadonlyMap<string, string> {
  // A person who is listed twice shares the name with nobody.
  const people = [...new Map(listed.toReversed().map((person) => [person.id, person])).values()].toReversed();
  const names = countBy(people, keyOf);
  const shared = people.filter((person) => person.isShared || (names.get(keyOf(person)) ?? 0) > 1);
  const hintOf = ({ email, joined_at: at }: NamedPerson) =>
    email ?? (at === undefined ? "" : `joined ${formatInstant(new Date(at), "UTC").split(",")[0]}`);
  const hints = countBy(shared, (person) => `${keyOf(person)} ${hintOf(person)}`);
  return new Map(
    shared.map((person) => {
      const hint = hintOf(person);
      const isUnique = hint !== "" && hints.get(`${keyOf(person)} ${hint}`) === 1;
      return [person.id, isUnique ? hint : [hint, `…${person.id.slice(-4)}`].filter(Boolean).join(" ")];
    }),
  );
}

/** Adds the hint to equal names, for a list of plain texts. */
export function withEqualNameHints<T extends NamedPerson>(people: readonly T[]): readonly T[] {
  const hints = findEqualNameHints(people);
  if (hints.size === 0) return people;
  return people.map((person) => {
    const hint = hints.get(person.id);
    return hint === undefined ? person : { ...person, name: `${person.name} (${hint})` };
  });
}
