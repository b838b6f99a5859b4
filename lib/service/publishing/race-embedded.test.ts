import { describeRaces } from "./testing/describe-races.ts";
import { openEmbedded } from "./testing/deployments.ts";

describeRaces("embedded", openEmbedded);
