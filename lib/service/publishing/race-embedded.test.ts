import { describeRaces } from "./testing/describe-races.ts";
import { openEmbeddedDeployment } from "./testing/deployments.ts";

describeRaces("embedded", openEmbeddedDeployment);
