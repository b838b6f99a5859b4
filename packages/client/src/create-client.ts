import type { CallOptions, PostwrightOptions } from "./client-options.ts";
import type { Operations } from "./generated/contract-types.d.ts";
import { createOperationCaller, type OperationName } from "./operation-caller.ts";
import { createMedia, createPosts } from "./resources.ts";

/** Operations that need no input. */
type CallArguments<N extends OperationName> = undefined extends Operations[N]["input"]
  ? [input?: Operations[N]["input"], options?: CallOptions]
  : [input: Operations[N]["input"], options?: CallOptions];

type StreamName = { [N in OperationName]: Operations[N]["data"] extends Response ? N : never }[OperationName];

/** The client of a publishing service. */
export type Postwright = ReturnType<typeof createClient>;

/**
 * Creates a client. It sends nothing before the first call.
 * @throws TypeError if `url` is no http address or the key is missing
 */
export function createClient(options: PostwrightOptions) {
  const caller = createOperationCaller(options);
  const read = async <N extends OperationName>(name: N, own?: CallOptions) =>
    (await caller.call(name, {}, own)).data as Operations[N]["data"];
  return {
    /** The organization and the member of the key, and its scopes. */
    me: (own?: CallOptions) => read("getMe", own),
    channels: {
      /** The connected channels that you can post to. */
      list: (own?: CallOptions) => read("listChannels", own),
    },
    media: createMedia(caller),
    posts: createPosts(caller),
    /** Members ranked by approved points. */
    leaderboard: (own?: CallOptions) => read("getLeaderboard", own),
    /** Calls any operation of the API by its name, such as `listWebhooks`. */
    call: async <N extends Exclude<OperationName, StreamName>>(
      name: N,
      ...[input, own]: CallArguments<N>
    ): Promise<Operations[N]["data"]> => (await caller.call(name, input ?? {}, own)).data as Operations[N]["data"],
    /** Opens a stream, such as `exportPosts`, and returns the answer unread. `timeoutMs` limits the wait for its headers. */
    open: <N extends StreamName>(name: N, ...[input, own]: CallArguments<N>): Promise<Response> =>
      caller.open(name, input ?? {}, own),
    /** Returns true if the service keeps idempotency keys, so that a create may be repeated under its key. */
    keepsIdempotencyKeys: () => caller.keepsKeys(),
  };
}
