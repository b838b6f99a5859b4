import type { Context } from "#lib/service/context";
import { closeSession, openSession } from "#lib/service/keys/sessions";
import type { Setup } from "#lib/service/members/set-up";
import type { Http } from "./app.ts";

/** What the dashboard in this process is given: the API as a function, setting up, and its sessions. */
export function makeEmbedded(context: Pick<Context, "db" | "clock">, http: Http, setup: Setup) {
  return {
    fetch: http,
    setup: setup.setup,
    isSetupOpen: setup.isSetupOpen,
    openSession: (key: string) => openSession(context.db, key, context.clock),
    async closeSession(sessionId: string) {
      await closeSession(context.db, sessionId, context.clock);
      // The trigger tells everybody in a moment; here it holds at once.
      http.flushKeys();
    },
  };
}
