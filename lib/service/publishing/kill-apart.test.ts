import { describeKilling } from "./testing/describe-killing.ts";
import { openApart } from "./testing/deployments.ts";

describeKilling("one database, one web and two worker processes", { open: openApart, seed: 2 });
