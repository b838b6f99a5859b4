import { openDistributedDeployment } from "./testing/deployments.ts";
import { describeRaces } from "./testing/describe-races.ts";

describeRaces("with workers of their own", openDistributedDeployment);
