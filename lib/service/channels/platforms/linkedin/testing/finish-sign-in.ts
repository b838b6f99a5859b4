import type { AppKeys, Choice, Connected, ConnectProblem } from "#lib/service/channels/core/platform.ts";
import type { Stage } from "#lib/service/channels/testing/describe-conformance.ts";
import { connect } from "#lib/service/channels/platforms/linkedin/connect.ts";

/** What LinkedIn gives for a code. */
export async function finishAs(
  { reach }: Stage,
  code: string,
  app: AppKeys,
): Promise<Connected | Choice | ConnectProblem> {
  if (connect.by !== "oauth") throw new Error("no OAuth");
  return await connect.finish({ host: "", redirectUri: "https://app/back", code, verifier: "", app }, reach.net);
}
