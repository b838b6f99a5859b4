import { describeRaces } from "./testing/describe-races.ts";
import { openApart } from "./testing/deployments.ts";

describeRaces("with workers of their own", openApart);
