import { openPowerDisk, type PowerDisk } from "#lib/service/db/testing/power-disk.ts";
import { openEmbeddedDeployment } from "./testing/deployments.ts";
import { describeKilling } from "./testing/describe-killing.ts";
import { killDatabase } from "./testing/kill-database.ts";
import { cutPower } from "./testing/power-cut.ts";

let disk: PowerDisk | string = "";

describeKilling("embedded, one process", {
  async open() {
    const setUp = await openEmbeddedDeployment();
    disk = openPowerDisk(setUp.dataDir);
    // Says on standard error that this machine allows no power cuts.
    if (typeof disk === "string") process.stderr.write(`\nNOT RUN: ${disk}\n`);
    const close = async () => {
      // The database outlives the killed app, and would never notice that its folder is gone with its disk alone.
      try {
        killDatabase(setUp);
      } catch {
        // The app had no database just then.
      }
      if (typeof disk !== "string") disk.remove();
      await setUp.close();
    };
    return { ...setUp, close };
  },
  async kill(victim, round, setUp) {
    // The first cut comes right after the first start, when the system has flushed the least by itself.
    if (round % 10 === 1 && typeof disk !== "string") return await cutPower(disk, victim, setUp, 5 * round);
    await victim.kill();
    // In the other rounds the database remains as an orphan that the next start replaces.
    if (round % 5 === 0) killDatabase(setUp);
  },
  seed: 1,
});
