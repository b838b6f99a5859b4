import type {
  ChannelPlatforms,
  ComposerEffect,
  ComposerState,
  SubmitIntent,
  SubmitRequest,
} from "#components/composer/state/composer-state.ts";
import type { Failure } from "#lib/contract/errors.ts";
import { createSubmitRequests } from "./submit-requests.ts";

export type ComposerTransition = readonly [ComposerState, readonly ComposerEffect[]];

/** Statuses about this one request: it created nothing, and the next request may succeed. */
const requestErrorStatuses: ReadonlySet<number> = new Set([400, 404, 413, 415, 422]);
/** Statuses from before the request is read: they do not tell if an earlier attempt arrived. */
const accessErrorStatuses: ReadonlySet<number> = new Set([401, 403, 429]);

/** Starts a submission with one request for each different text; an edit is one request. */
export function startSubmitting(
  state: ComposerState,
  intent: SubmitIntent,
  repeatKey: string,
  platforms?: ChannelPlatforms,
): ComposerTransition {
  const { subject, draft, out } = state;
  const calls = createSubmitRequests(draft, intent, repeatKey, out, platforms, subject.type === "post");
  return sendNextRequest(state, intent, calls);
}

/** Sends the next waiting request, or ends the submission if there is none. */
function sendNextRequest(
  state: ComposerState,
  intent: SubmitIntent,
  calls: readonly SubmitRequest[],
): ComposerTransition {
  const { subject, draft, out } = state;
  const next = calls.find((call) => call.state.type === "waiting");
  if (next) {
    // A repeat of a request that may have arrived must have the same body.
    const isRepeat = out.unsure.some(({ repeatKey }) => repeatKey === next.repeatKey);
    const call: SubmitRequest = {
      ...next,
      submissionId: isRepeat ? next.submissionId : out.submissionId,
      state: { type: "asked" },
    };
    const requests = calls.map((one) => (one === next ? call : one));
    const isLast = calls.every((one) => one === next || one.state.type === "accepted");
    return [
      { ...state, phase: { status: "sending", intent, calls: requests } },
      [{ type: "send", subject, draft, intent, call, isLast }],
    ];
  }
  return finishSubmitting(state, intent, calls);
}

function finishSubmitting(
  state: ComposerState,
  intent: SubmitIntent,
  calls: readonly SubmitRequest[],
): ComposerTransition {
  const failure = calls.flatMap((call) => ("failure" in call.state ? [call.state.failure] : []))[0];
  if (failure) {
    const phase: ComposerState["phase"] = { status: "refused", intent, failure, calls };
    return [{ ...state, phase }, []];
  }
  const { channelIds, postIds } = state.out;
  const draft = { ...state.draft, channelIds };
  return [{ ...state, draft, phase: { status: "sent", intent, postIds } }, [{ type: "forget" }]];
}

/**
 * Applies the success of the request in flight. Its channels leave the draft, so that nothing is sent to them again.
 */
export function applyAccepted(
  state: ComposerState,
  postIds: readonly string[],
  submissionId: string | null,
): ComposerTransition {
  const { phase, out } = state;
  const call = phase.status === "sending" ? phase.calls.find((one) => one.state.type === "asked") : undefined;
  if (phase.status !== "sending" || !call) return [state, []];
  const calls = phase.calls.map((one): SubmitRequest => (one === call ? { ...one, state: { type: "accepted" } } : one));
  const gone = new Set(call.channelIds);
  const draft = { ...state.draft, channelIds: state.draft.channelIds.filter((id) => !gone.has(id)) };
  const next: ComposerState = {
    ...state,
    draft,
    out: {
      submissionId: out.submissionId ?? submissionId,
      channelIds: [...out.channelIds, ...call.channelIds],
      postIds: [...out.postIds, ...postIds],
      unsure: removeRequest(out.unsure, call),
    },
  };
  const [stepped, effects] = sendNextRequest(next, phase.intent, calls);
  return stepped.phase.status === "sent" ? [stepped, effects] : [stepped, [{ type: "save", draft }, ...effects]];
}

/**
 * Applies the failure of the request in flight. The other requests still run, unless they would fail for the same
 * reason.
 */
export function applyRequestFailure(state: ComposerState, failure: Failure): ComposerTransition {
  const { phase, out } = state;
  const call = phase.status === "sending" ? phase.calls.find((one) => one.state.type === "asked") : undefined;
  if (phase.status !== "sending" || !call) return [state, []];
  const status = failure.status ?? 0;
  if (status === 400 && failure.field === "submission_id" && call.submissionId !== null) {
    // The submission is too old to join, so this request starts a new one.
    const calls = phase.calls.map(
      (one): SubmitRequest => (one === call ? { ...one, state: { type: "waiting" } } : one),
    );
    const rest = { ...out, submissionId: null, unsure: removeRequest(out.unsure, call) };
    return sendNextRequest({ ...state, out: rest }, phase.intent, calls);
  }
  const isSure = requestErrorStatuses.has(status) || accessErrorStatuses.has(status) || failure.neverSent === true;
  const failed: SubmitRequest = { ...call, state: { type: isSure ? "refused" : "unsure", failure } };
  const calls = phase.calls.map((one) => (one === call ? failed : one));
  if (requestErrorStatuses.has(status)) {
    return sendNextRequest({ ...state, out: { ...out, unsure: removeRequest(out.unsure, call) } }, phase.intent, calls);
  }
  const unsure = isSure ? out.unsure : [...removeRequest(out.unsure, call), failed];
  return finishSubmitting({ ...state, out: { ...out, unsure } }, phase.intent, calls);
}

const removeRequest = (calls: readonly SubmitRequest[], gone: SubmitRequest) =>
  calls.filter(({ repeatKey }) => repeatKey !== gone.repeatKey);
