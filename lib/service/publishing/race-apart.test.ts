import { describeRaces } from "./testing/describe-races.ts";
import { openDistributedDeployment } from "./testing/deployments.ts";

describeRaces("with workers of their own", openDistributedDeployment);
