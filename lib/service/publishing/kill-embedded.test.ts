import { killDatabase } from "./testing-kill-database.ts";
import { describeKilling } from "./testing-kill-rounds.ts";
import { openEmbedded } from "./testing-set-ups.ts";

describeKilling("embedded, one process", {
  open: openEmbedded,
  // In some rounds: in the others it stays behind as an orphan that the next start replaces.
  killMore: (setUp, round) => {
    if (round % 5 === 0) killDatabase(setUp);
  },
  seed: 1,
});
