import { type Day, isDay } from "#lib/time/days.ts";

/** The search params of an address, as Next gives them to a page. */
export type SearchParamsRecord = Record<string, string | string[] | undefined>;

type ParamValue = string | number | null | readonly string[];

/** Far longer than any id that the service creates. */
const idMaxLength = 100;

/**
 * Reads search params by one rule for all pages: a missing or invalid value is null, so that an old or mistyped link
 * opens a sensible view. A repeated param counts by its first value.
 * @param repeated "invalid" leaves a repeated param out, where a reader must not trust half of a filter
 */
export function createParamReader(search: SearchParamsRecord, repeated: "first" | "invalid" = "first") {
  const listAll = (name: string): string[] => [search[name] ?? []].flat();
  const read = (name: string): string | null => {
    const [first, ...others] = listAll(name);
    return first === undefined || (others.length > 0 && repeated === "invalid") ? null : first;
  };
  return {
    read,
    /** Reads the values of a repeated param, each once. */
    ids: (name: string, maxCount: number): string[] =>
      [...new Set(listAll(name))].filter((id) => id !== "" && id.length <= idMaxLength).slice(0, maxCount),
    id: (name: string): string | null => {
      const id = read(name);
      return id && id.length <= idMaxLength ? id : null;
    },
    choice: <T extends string>(name: string, choices: readonly T[]): T | null =>
      choices.find((choice) => choice === read(name)) ?? null,
    choices: <T extends string>(name: string, choices: readonly T[]): T[] =>
      choices.filter((choice) => listAll(name).includes(choice)),
    /** Reads a search text; "" if it is missing. */
    text: (name: string, maxLength = 200): string => (read(name) ?? "").trim().slice(0, maxLength),
    /** Reads a whole number; both bounds are inclusive. */
    integer: (name: string, min: number, max: number): number | null => {
      const text = read(name) ?? "";
      const value = Number(text);
      return /^\d{1,9}$/.test(text) && value >= min && value <= max ? value : null;
    },
    /** Reads a day that exists; both bounds are inclusive. */
    day: (name: string, first: Day = "", last: Day = "9999-12-31"): Day | null => {
      const day = read(name);
      return day !== null && isDay(day) && day >= first && day <= last ? day : null;
    },
  };
}

/**
 * Serializes values to a query string in their order. Null and default values are left out, so that equal states have
 * equal addresses; a list becomes a repeated param.
 */
export function serializeParams<T extends Record<string, ParamValue>>(values: T, defaults: Partial<T> = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (value === null || value === defaults[name]) continue;
    for (const one of [value].flat()) search.append(name, String(one));
  }
  return search.toString();
}

/** Returns the address of a page with a query string, which may be empty. */
export const getPathWithQuery = (path: string, query: string): string => (query ? `${path}?${query}` : path);

/** Converts `URLSearchParams` to the record that Next gives to pages. */
export function toSearchParamsRecord(params: URLSearchParams): SearchParamsRecord {
  return Object.fromEntries([...new Set(params.keys())].map((name) => [name, params.getAll(name)]));
}
