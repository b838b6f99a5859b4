import { describeRaces } from "./testing-race-rounds.ts";
import { openApart } from "./testing-set-ups.ts";

describeRaces("with workers of their own", openApart);
