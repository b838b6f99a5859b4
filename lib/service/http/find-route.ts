import { RegExpRouter } from "hono/router/reg-exp-router";
import { SmartRouter } from "hono/router/smart-router";
import { TrieRouter } from "hono/router/trie-router";
import type { Route } from "./define-route.ts";

/** All that answers at one path, by method. */
export type RouteEntry = { path: string; routes: ReadonlyMap<string, Route>; allow: string };
export type RouteMatch = { place: RouteEntry; params: Record<string, string> };

/** Finds what answers at a path below `/v1`; methods are looked at afterwards, so that a wrong one is a 405. */
export function createRouteFinder(routes: readonly Route[]): (path: string) => RouteMatch | null {
  const byPath = new Map<string, Map<string, Route>>();
  for (const route of routes) {
    const { path, method } = route.endpoint;
    const at = byPath.get(path) ?? new Map<string, Route>();
    byPath.set(path, at.set(method, route));
  }
  const router = new SmartRouter<RouteEntry>({ routers: [new RegExpRouter(), new TrieRouter()] });
  // Fixed addresses first, wherever their routes are listed: `/posts/counts` is no post with the id "counts".
  const fixedFirst = [...byPath].sort(([one], [other]) => wildcards(one) - wildcards(other));
  for (const [path, at] of fixedFirst) {
    const methods = [...at.keys(), ...(at.has("GET") ? ["HEAD"] : []), "OPTIONS"];
    const place = { path, routes: at, allow: methods.join(", ") };
    // The router's wildcards are never in our paths, so each match holds one handler or several of overlapping paths.
    router.add("GET", path.replace(/\{(\w+)\}/g, ":$1"), place);
  }
  return (path) => {
    const [matches, stash] = router.match("GET", path);
    const match = matches[0];
    if (!match) return null;
    const [place, named] = match;
    const params: Record<string, string> = {};
    for (const [name, value] of Object.entries(named)) {
      const raw = typeof value === "number" ? stash?.[value] : value;
      const decoded = raw === undefined ? null : decode(raw);
      if (decoded === null) return null;
      params[name] = decoded;
    }
    return { place, params };
  };
}

function wildcards(path: string): number {
  return path.split("{").length - 1;
}

function decode(raw: string): string | null {
  if (!raw.includes("%")) return raw;
  try {
    return decodeURIComponent(raw);
  } catch {
    return null;
  }
}
