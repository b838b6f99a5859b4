import type {
  AccountChoice,
  AccountGrant,
  AppCredentials,
  ConnectProblem,
} from "#lib/service/channels/core/platform.ts";
import { linkedinConnect } from "#lib/service/channels/platforms/linkedin/connect.ts";
import type { ConformanceFixture } from "#lib/service/channels/testing/describe-conformance.ts";

/** Returns the result of exchanging a code. */
export async function finishSignInAs(
  { reach }: ConformanceFixture,
  code: string,
  app: AppCredentials,
): Promise<AccountGrant | AccountChoice | ConnectProblem> {
  if (linkedinConnect.by !== "oauth") throw new Error("not OAuth");
  return await linkedinConnect.finish(
    { host: "", redirectUri: "https://app/back", code, verifier: "", app },
    reach.net,
  );
}
