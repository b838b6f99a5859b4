import { describeRaces } from "./testing-race-rounds.ts";
import { openEmbedded } from "./testing-set-ups.ts";

describeRaces("embedded", openEmbedded);
