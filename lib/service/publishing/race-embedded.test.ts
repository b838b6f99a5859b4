import { openEmbeddedDeployment } from "./testing/deployments.ts";
import { describeRaces } from "./testing/describe-races.ts";

describeRaces("embedded", openEmbeddedDeployment);
