import type { Call, Composer, ComposerEvent, Phase } from "#components/composer/state/composer-state.ts";
import type { Stepped } from "./submit-reducer.ts";

/** Calls that an earlier page sent without hearing the answer are unsure on this page too. */
export function doubted(state: Composer, calls: readonly Call[]): Stepped {
  const { at } = state.phase;
  if (state.subject.is !== "new" || calls.length === 0 || at === "sending" || at === "sent") return [state, []];
  return [{ ...state, phase: { at: "editing" }, out: { ...state.out, unsure: calls } }, []];
}

/**
 * These channels of an unsure call have their post, so they leave the draft as after an accepted answer. The call stays
 * unsure for its other channels.
 */
export function arrived(
  state: Composer,
  { repeatKey, channelIds, postIds }: Extract<ComposerEvent, { type: "arrived" }>,
): Stepped {
  const { phase, out } = state;
  const call = out.unsure.find((one) => one.repeatKey === repeatKey);
  if (!call || phase.at === "sending" || phase.at === "sent") return [state, []];
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
    return [{ ...state, draft, out: nextOut, phase: { at: "editing" } }, [{ do: "save", draft }]];
  }
  const sent: Phase = { at: "sent", intent: intentOf(call), postIds: nextOut.postIds };
  const whole = { ...draft, channelIds: nextOut.channelIds };
  return [{ ...state, draft: whole, out: nextOut, phase: sent }, [{ do: "forget" }]];
}

/** None of them arrived: the same words may be sent again, as calls of their own. */
export function notArrived(state: Composer): Stepped {
  const { phase, out } = state;
  if (phase.at === "sending" || phase.at === "sent") return [state, []];
  return [{ ...state, phase: { at: "editing" }, out: { ...out, unsure: [] } }, []];
}

/** What an unsure call was to do. */
export function intentOf({ print }: Call): "send" | "draft" {
  return (JSON.parse(print) as unknown[])[0] === "draft" ? "draft" : "send";
}

/** The texts that an unsure call sent, part by part; the draft may have been edited since. */
export function textsOf({ print }: Call): readonly string[] {
  return (JSON.parse(print) as [unknown, unknown, string[]])[2];
}
