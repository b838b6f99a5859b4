import { api } from "#lib/contract/api.ts";
import type { Endpoint } from "#lib/contract/endpoint.ts";
import type { Actor } from "#lib/service/core/actor.ts";
import type { Context } from "#lib/service/core/context.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import { inTransaction, type Tx } from "#lib/service/db/transaction.ts";
import {
  defineRoute,
  type Route,
  type RouteReply,
  waitForTurn,
  withAuthentication,
} from "#lib/service/http/define-route.ts";
import { getIdempotencyKey, withReplayedHeader } from "#lib/service/http/request/idempotency-key.ts";
import { parseRequest } from "#lib/service/http/request/parse-request.ts";
import { type IdempotentResponse, runIdempotently } from "#lib/service/idempotency/run-idempotently.ts";
import { createMedia, type StoredImage, storeUpload } from "#lib/service/media/create-media.ts";
import { getMediaUsage, requireMediaQuota } from "#lib/service/media/media-quota.ts";
import { presentMedia } from "#lib/service/media/present-media.ts";
import { receiveUploadToTempFile } from "#lib/service/media/receive-upload-to-temp-file.ts";
import { updateMediaDescription } from "#lib/service/posts/write/update-media-description.ts";

export const mediaRoutes = [
  defineRoute(api.getMediaUsage, async ({ context, actor }) => ({
    data: await getMediaUsage(context, actor.memberId),
  })),
  defineUploadRoute(api.uploadMedia, async ({ context, actor, stored, tx }) => ({
    data: presentMedia(await createMedia(tx, actor, stored, context.clock), context.settings.origin),
  })),
  defineRoute(api.describeMedia, async ({ context, actor, params, body, tx }) => {
    const { row, raised } = await updateMediaDescription(tx, actor, params.id, body.alt, context.clock);
    return { data: { ...presentMedia(row, context.settings.origin), ...(raised.length > 0 && { posts: raised }) } };
  }),
];

type UploadRouteInput = { context: Context; actor: Actor; stored: StoredImage; tx: Tx };

/**
 * Defines a route that receives one file: key → scope → receive → store → transaction → command → present. The bytes
 * arrive and are stored outside the transaction, because an upload may take long. A repeat is recognized by the file's
 * own bytes, because an honest repeat has a new multipart boundary.
 */
function defineUploadRoute<const E extends Endpoint>(
  endpoint: E,
  handle: (asked: UploadRouteInput) => Promise<RouteReply<E>>,
): Route {
  return {
    endpoint,
    answer: (kit, arrived) =>
      withAuthentication(kit, endpoint, arrived, async (actor) => {
        if (!actor) throw new Error("an upload requires a signed-in member");
        const { context } = kit;
        parseRequest(endpoint, arrived, null);
        const key = getIdempotencyKey(arrived.request.headers);
        const received = await receiveUploadToTempFile(context, arrived.request);
        try {
          await waitForTurn(kit, arrived, "uploads");
          // The quota is checked before the work of decoding. A repeat of a stored upload gets the stored response even
          // when the quota is full.
          if (key === null) await requireMediaQuota(context, actor.memberId, received.sizeBytes);
          const stored = await storeUpload(context, received);
          const present = async (tx: Tx) => {
            await requireMediaQuota(context, actor.memberId, stored.sizeBytes);
            const reply = await handle({ context, actor, stored, tx });
            return { status: endpoint.status, body: JSON.stringify(reply) };
          };
          const answer = await removeUnusedFile(context, stored, () =>
            inTransaction(context.pool, async (tx): Promise<IdempotentResponse> => {
              if (key === null) return { ...(await present(tx)), isReplay: false };
              const name = `${endpoint.method} ${endpoint.path}`;
              const asked = { memberId: actor.memberId, endpoint: name, key, requestHash: received.sha256 };
              return runIdempotently(tx, asked, context.clock, () => present(tx));
            }),
          );
          return withReplayedHeader(answer);
        } finally {
          await received.discard();
        }
      }),
  };
}

/**
 * Removes the stored file when no row refers to it: a replay names the first file, a refusal none. After any other
 * fault the row may exist, so the file stays until the sweep of orphaned files checks it.
 */
async function removeUnusedFile(
  context: Context,
  stored: StoredImage,
  write: () => Promise<IdempotentResponse>,
): Promise<IdempotentResponse> {
  const remove = () => context.media.remove(stored.fileName).catch(() => undefined);
  try {
    const answer = await write();
    if (answer.isReplay) await remove();
    return answer;
  } catch (error) {
    if (error instanceof Refusal) await remove();
    throw error;
  }
}
