import { describeKilling } from "./testing-kill-rounds.ts";
import { openApart } from "./testing-set-ups.ts";

describeKilling("one database, one web and two worker processes", { open: openApart, seed: 2 });
