import type { Failure } from "#lib/contract/errors.ts";
import { callsOf } from "./submit-requests.ts";
import type { Call, Composer, Effect, Intent } from "#components/composer/state/composer-state.ts";

export type Stepped = readonly [Composer, readonly Effect[]];

/** Answers that are about this one call: the next may well be taken, and this one has surely made nothing. */
const ofOneCall: ReadonlySet<number> = new Set([400, 404, 413, 415, 422]);
/** Answers given before a call is looked at: whether an earlier try of it arrived is not told. */
const atTheDoor: ReadonlySet<number> = new Set([401, 403, 429]);

/** Sends what the draft says, text by text. */
export function beginSending(state: Composer, intent: Intent, repeatKey: string): Stepped {
  return goOn(state, intent, callsOf(state.draft, intent, repeatKey, state.out));
}

/** The next call that waits; without one, how it ended. */
function goOn(state: Composer, intent: Intent, calls: readonly Call[]): Stepped {
  const { subject, draft, out } = state;
  const next = calls.find((call) => call.state.is === "waiting");
  if (next) {
    // One that may have arrived asks for what it asked then.
    const isRepeat = out.unsure.some(({ repeatKey }) => repeatKey === next.repeatKey);
    const call: Call = {
      ...next,
      submissionId: isRepeat ? next.submissionId : out.submissionId,
      state: { is: "asked" },
    };
    const asked = calls.map((one) => (one === next ? call : one));
    return [
      { ...state, phase: { at: "sending", intent, calls: asked } },
      [{ do: "send", subject, draft, intent, call }],
    ];
  }
  return finish(state, intent, calls);
}

function finish(state: Composer, intent: Intent, calls: readonly Call[]): Stepped {
  const failure = calls.flatMap((call) => ("failure" in call.state ? [call.state.failure] : []))[0];
  if (failure) {
    const phase: Composer["phase"] = { at: "refused", intent, failure, calls };
    return [{ ...state, phase }, []];
  }
  const { channelIds, postIds } = state.out;
  const draft = { ...state.draft, channelIds };
  return [{ ...state, draft, phase: { at: "sent", intent, postIds } }, [{ do: "forget" }]];
}

/** The call that was asked is out. Its channels leave the draft, so that nothing sends to them again. */
export function accepted(state: Composer, postIds: readonly string[], submissionId: string | null): Stepped {
  const { phase, out } = state;
  const call = phase.at === "sending" ? phase.calls.find((one) => one.state.is === "asked") : undefined;
  if (phase.at !== "sending" || !call) return [state, []];
  const calls = phase.calls.map((one): Call => (one === call ? { ...one, state: { is: "accepted" } } : one));
  const gone = new Set(call.channelIds);
  const draft = { ...state.draft, channelIds: state.draft.channelIds.filter((id) => !gone.has(id)) };
  const next: Composer = {
    ...state,
    draft,
    out: {
      submissionId: out.submissionId ?? submissionId,
      channelIds: [...out.channelIds, ...call.channelIds],
      postIds: [...out.postIds, ...postIds],
      unsure: without(out.unsure, call),
    },
  };
  const [stepped, effects] = goOn(next, phase.intent, calls);
  return stepped.phase.at === "sent" ? [stepped, effects] : [stepped, [{ do: "save", draft }, ...effects]];
}

/** The call that was asked did not go through. The others are still tried, unless they would fare alike. */
export function refused(state: Composer, failure: Failure): Stepped {
  const { phase, out } = state;
  const call = phase.at === "sending" ? phase.calls.find((one) => one.state.is === "asked") : undefined;
  if (phase.at !== "sending" || !call) return [state, []];
  const status = failure.status ?? 0;
  if (status === 400 && failure.field === "submission_id" && call.submissionId !== null) {
    // Too old to be joined by now: a submission of its own.
    const calls = phase.calls.map((one): Call => (one === call ? { ...one, state: { is: "waiting" } } : one));
    const rest = { ...out, submissionId: null, unsure: without(out.unsure, call) };
    return goOn({ ...state, out: rest }, phase.intent, calls);
  }
  const isSure = ofOneCall.has(status) || atTheDoor.has(status) || failure.neverSent === true;
  const failed: Call = { ...call, state: { is: isSure ? "refused" : "unsure", failure } };
  const calls = phase.calls.map((one) => (one === call ? failed : one));
  if (ofOneCall.has(status)) {
    return goOn({ ...state, out: { ...out, unsure: without(out.unsure, call) } }, phase.intent, calls);
  }
  const unsure = isSure ? out.unsure : [...without(out.unsure, call), failed];
  return finish({ ...state, out: { ...out, unsure } }, phase.intent, calls);
}

const without = (calls: readonly Call[], gone: Call) => calls.filter(({ repeatKey }) => repeatKey !== gone.repeatKey);
