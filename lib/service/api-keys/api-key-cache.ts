import type pg from "pg";
import type { Clock } from "#lib/service/core/clock.ts";
import type { Log } from "#lib/service/core/log.ts";
import type { ProcessConnection } from "#lib/service/db/listen/process-connection.ts";
import { pgChannels } from "#lib/service/db/pg-notifications.ts";
import { hashTokenHex } from "./api-key-token.ts";
import { type ApiKeyAudience, findApiKey, type ResolvedApiKey, recordApiKeyUse } from "./find-api-key.ts";

const entriesMax = 10_000;
const usedEveryMs = 60_000;

type ApiKeyCacheEntry = { found: ResolvedApiKey; usedAtMs: number };

export type ApiKeyLookupOptions = {
  sessionId: string | null;
  /** `api` where nothing is said. */
  audience?: ApiKeyAudience;
  /** Asks the database even when the answer is remembered: writes do. */
  fresh: boolean;
  /** What it is used for, such as `POST /posts`, to be noted; null for a look that is no use. */
  route: string | null;
};

export type ApiKeyCache = {
  /** Who the key stands for. */
  find: (key: string, lookup: ApiKeyLookupOptions) => Promise<ResolvedApiKey | null>;
  /** Returns the caller of a recent lookup, without the database; null without one. Such a caller is no guesser. */
  recall: (key: string, lookup: ApiKeyLookupOptions) => ResolvedApiKey | null;
  /** Forgets everything: a key, member or session changed in this process. */
  flush: () => void;
  /** Resolves once changes made by other processes are heard, and so the memory is in use. */
  listening: () => Promise<void>;
  close: () => Promise<void>;
};

/**
 * Remembers who a key stands for, bounded, until anything about keys, members or sessions changes anywhere: a trigger
 * sends `keys_changed` in the changing transaction. While that can't be heard nothing is remembered.
 */
export function createApiKeyCache(parts: {
  pool: pg.Pool;
  clock: Clock;
  log: Log;
  processConnection: ProcessConnection;
  /** Told whenever what is remembered was dropped: somebody may be allowed less than a moment ago. */
  onChange?: () => void;
}): ApiKeyCache {
  const { pool, clock, log, processConnection, onChange } = parts;
  const entries = new Map<string, ApiKeyCacheEntry>();
  let generation = 0;
  const waiting: (() => void)[] = [];

  const flush = () => {
    generation += 1;
    entries.clear();
    onChange?.();
  };

  function noteUse(entry: ApiKeyCacheEntry, { sessionId, route }: ApiKeyLookupOptions): void {
    if (route === null) return;
    const now = clock.now();
    if (now.getTime() - entry.usedAtMs < usedEveryMs) return;
    entry.usedAtMs = now.getTime();
    const used = { keyId: entry.found.actor.keyId, sessionId, route };
    // Nobody waits for it: a lost note costs a minute of precision in a list of keys.
    recordApiKeyUse(pool, used, now).catch((err: unknown) => log.debug({ err }, "recording an API key's use failed"));
  }

  const isOver = ({ found }: ApiKeyCacheEntry) => found.endsAtMs <= clock.now().getTime();

  function recall(name: string, lookup: ApiKeyLookupOptions): ResolvedApiKey | null {
    const known = entries.get(name);
    if (!known || isOver(known)) return null;
    // A fresh lookup notes its use after the database has confirmed the key.
    if (!lookup.fresh) noteUse(known, lookup);
    return known.found;
  }

  const subscribing = processConnection.subscribe(pgChannels.apiKeys, {
    onNotification: flush,
    onUp() {
      flush();
      for (const resolve of waiting.splice(0)) resolve();
    },
    onDown: flush,
  });

  return {
    async find(key, lookup) {
      const name = toCacheKey(key, lookup);
      const known = lookup.fresh ? null : recall(name, lookup);
      if (known) return known;
      const before = generation;
      const found = await findApiKey(pool, key, lookup.sessionId, clock.now(), lookup.audience);
      if (!found) {
        entries.delete(name);
        return null;
      }
      const entry = { found, usedAtMs: entries.get(name)?.usedAtMs ?? found.lastUsedAt?.getTime() ?? 0 };
      noteUse(entry, lookup);
      // A change heard while the query ran may be newer than what it saw.
      if (processConnection.isUp() && generation === before) {
        if (entries.size >= entriesMax) entries.delete(entries.keys().next().value ?? "");
        entries.set(name, entry);
      }
      return found;
    },
    recall: (key, lookup) => recall(toCacheKey(key, lookup), lookup),
    flush,
    listening: () => (processConnection.isUp() ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))),
    async close() {
      const unsubscribe = await subscribing;
      await unsubscribe();
      flush();
    },
  };
}

function toCacheKey(key: string, { sessionId, audience }: Pick<ApiKeyLookupOptions, "sessionId" | "audience">): string {
  // A header of a session may be any text: it never names an entry without a session.
  return `${hashTokenHex(key)} ${sessionId === null ? (audience ?? "api") : `session ${sessionId}`}`;
}
