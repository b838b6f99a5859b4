import { setupKey } from "#lib/service/publishing/testing/killable-app.ts";

/** `lost`: no answer came, or one that leaves open whether it was done. */
export type ApiOutcome<T> =
  | { type: "done"; data: T }
  | { type: "refused"; status: number; why: string }
  | { type: "lost" };

/** The API as a script with a key uses it. */
export type ApiClient = {
  ask: <T>(method: string, path: string, body?: object | FormData, key?: string) => Promise<ApiOutcome<T>>;
  /** For what nothing may come in between of. @throws when it is not done */
  need: <T>(method: string, path: string, body?: object | FormData) => Promise<T>;
};

const patienceMs = 15_000;

export function createApiClient(origin: string): ApiClient {
  async function ask<T>(method: string, path: string, body?: object | FormData, key?: string): Promise<ApiOutcome<T>> {
    const isForm = body instanceof FormData;
    try {
      const answer = await fetch(`${origin}/v1${path}`, {
        method,
        headers: {
          authorization: `Bearer ${setupKey}`,
          ...(body && !isForm && { "content-type": "application/json" }),
          ...(key !== undefined && { "idempotency-key": key }),
        },
        ...(body && { body: isForm ? body : JSON.stringify(body) }),
        signal: AbortSignal.timeout(patienceMs),
      });
      const json = (await answer.json()) as { data?: T; error?: { message?: string } };
      if (answer.ok) return { type: "done", data: json.data as T };
      if (answer.status >= 500) return { type: "lost" };
      return { type: "refused", status: answer.status, why: json.error?.message ?? "without a reason" };
    } catch {
      return { type: "lost" };
    }
  }
  return {
    ask,
    async need<T>(method: string, path: string, body?: object | FormData): Promise<T> {
      const heard = await ask<T>(method, path, body);
      if (heard.type === "done") return heard.data;
      throw new Error(`${method} ${path}: ${heard.type === "refused" ? `${heard.status} ${heard.why}` : "no answer"}`);
    },
  };
}
