import type {
  ComposerEvent,
  ComposerPhase,
  ComposerState,
  SubmitRequest,
} from "#components/composer/state/composer-state.ts";
import type { ComposerTransition } from "./submit-reducer.ts";

/** Marks requests that an earlier page sent without getting an answer as unconfirmed. */
export function applyUnconfirmed(state: ComposerState, calls: readonly SubmitRequest[]): ComposerTransition {
  const { status: at } = state.phase;
  if (state.subject.type !== "new" || calls.length === 0 || at === "sending" || at === "sent") return [state, []];
  return [{ ...state, phase: { status: "editing" }, out: { ...state.out, unsure: calls } }, []];
}

/**
 * Removes channels from the draft that got their post from an unconfirmed request, as after a success. The request
 * stays unconfirmed for its other channels.
 */
export function applyArrived(
  state: ComposerState,
  { repeatKey, channelIds, postIds }: Extract<ComposerEvent, { type: "arrived" }>,
): ComposerTransition {
  const { phase, out } = state;
  const call = out.unsure.find((one) => one.repeatKey === repeatKey);
  if (!call || phase.status === "sending" || phase.status === "sent") return [state, []];
  const gone = new Set(channelIds);
  const left = call.channelIds.filter((id) => !gone.has(id));
  const unsure = out.unsure.flatMap((one) =>
    one !== call ? one : left.length > 0 ? { ...one, channelIds: left } : [],
  );
  const nextOut = {
    ...out,
    channelIds: [...out.channelIds, ...channelIds],
    postIds: [...out.postIds, ...postIds],
    unsure,
  };
  const draft = { ...state.draft, channelIds: state.draft.channelIds.filter((id) => !gone.has(id)) };
  if (draft.channelIds.length > 0 || unsure.length > 0) {
    return [{ ...state, draft, out: nextOut, phase: { status: "editing" } }, [{ type: "save", draft }]];
  }
  const sent: ComposerPhase = { status: "sent", intent: getSendOrDraftIntent(call), postIds: nextOut.postIds };
  const whole = { ...draft, channelIds: nextOut.channelIds };
  return [{ ...state, draft: whole, out: nextOut, phase: sent }, [{ type: "forget" }]];
}

/** Forgets the unconfirmed requests that did not arrive, so that the same text may be sent again in new requests. */
export function applyNotArrived(state: ComposerState): ComposerTransition {
  const { phase, out } = state;
  if (phase.status === "sending" || phase.status === "sent") return [state, []];
  return [{ ...state, phase: { status: "editing" }, out: { ...out, unsure: [] } }, []];
}

export function getSendOrDraftIntent({ print }: SubmitRequest): "send" | "draft" {
  return (JSON.parse(print) as unknown[])[0] === "draft" ? "draft" : "send";
}

/** Returns the texts of an unconfirmed request, part by part. The draft may have changed since. */
export function getRequestTexts({ print }: SubmitRequest): readonly string[] {
  return (JSON.parse(print) as [unknown, unknown, string[]])[2];
}
