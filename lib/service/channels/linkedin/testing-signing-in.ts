import type { AppKeys, Choice, Connected, ConnectProblem } from "#lib/service/channels/platform";
import type { Stage } from "#lib/service/channels/testing-suite";
import { connect } from "./connect.ts";

/** What LinkedIn gives for a code. */
export async function finishAs(
  { reach }: Stage,
  code: string,
  app: AppKeys,
): Promise<Connected | Choice | ConnectProblem> {
  if (connect.by !== "oauth") throw new Error("no OAuth");
  return await connect.finish({ host: "", redirectUri: "https://app/back", code, verifier: "", app }, reach.net);
}
