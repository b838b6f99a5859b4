"use client";
import { useState } from "react";
import { showToast } from "#components/ui/feedback/toast.tsx";
import { createApiKey, renameApiKey, revokeApiKey, rotateApiKey } from "#lib/actions/api-keys.ts";
import type { Failure, Result } from "#lib/contract/errors.ts";
import type { ApiKey } from "#lib/contract/types.ts";
import { toReadFailure } from "#lib/queries/read-resource.ts";
import { withConfirmation } from "#lib/queries/with-confirmation.ts";

/** The open dialog's action and key. */
export type ApiKeyDialogRequest = { type: "rename" | "rotate" | "revoke"; apiKey: ApiKey };

export type NewApiKeyFields = {
  name: string;
  scopes: string[];
  drafts_only: boolean;
  expires_at: string | null;
  addresses: string[];
};

/** Holds the member's keys and their actions. A key's value lives only in this state, until the page is left. */
export function useApiKeys(first: readonly ApiKey[]) {
  const [keys, setKeys] = useState(first);
  const [shown, setShown] = useState<{ key: ApiKey; value: string } | null>(null);

  async function run<T>(act: () => Promise<Result<T>>, onDone: (done: T) => void): Promise<Failure | null> {
    const answer = await withConfirmation(act).catch((error: unknown): Result<T> => ({ error: toReadFailure(error) }));
    if (answer.error) return answer.error;
    onDone(answer.ok);
    return null;
  }

  function show({ value, ...key }: ApiKey & { value: string }): ApiKey {
    setShown({ key, value });
    return key;
  }

  return {
    keys,
    shown,
    hide: () => setShown(null),
    add: (fields: NewApiKeyFields) =>
      run(
        () => createApiKey(fields),
        (made) => {
          const key = show(made);
          setKeys((all) => [key, ...all]);
        },
      ),
    rename: (key: ApiKey, name: string) =>
      run(
        () => renameApiKey({ id: key.id, name }),
        (done) => setKeys((all) => all.map((one) => (one.id === done.id ? done : one))),
      ),
    rotate: (key: ApiKey, overlapHours: number) =>
      run(
        () => rotateApiKey({ id: key.id, overlap_hours: overlapHours }),
        (made) => {
          const next = show(made);
          setKeys((all) => all.map((one) => (one.id === key.id ? next : one)));
        },
      ),
    revoke: (key: ApiKey, made: "end" | "keep") =>
      run(
        () => revokeApiKey({ id: key.id, made }),
        () => {
          const ended = made === "end" ? (key.made ?? []).map((thing) => thing.id) : [];
          setKeys((all) => all.filter((one) => one.id !== key.id && !ended.includes(one.id)));
          setShown((now) => (now?.key.id === key.id ? null : now));
          showToast({ message: `${key.name} ${key.app ? "disconnected" : "revoked"}` });
        },
      ),
  };
}
