import { openDistributedDeployment } from "./testing/deployments.ts";
import { describeKilling } from "./testing/describe-killing.ts";

describeKilling("one database, one web and two worker processes", { open: openDistributedDeployment, seed: 2 });
