import { describeKilling } from "./testing/describe-killing.ts";
import { openDistributedDeployment } from "./testing/deployments.ts";

describeKilling("one database, one web and two worker processes", { open: openDistributedDeployment, seed: 2 });
