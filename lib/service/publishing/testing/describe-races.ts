import { afterAll, describe, expect, test } from "vitest";
import type { Deployment } from "./deployments.ts";
import { PostingClient } from "./killable-app.ts";
import { waitUntil } from "./publishing-fixture.ts";
import { Racer } from "./racer.ts";

/**
 * Races cancellations and changes of a post against its delivery. Each deployment has a test file of its own, so that
 * they run concurrently.
 */
export function describeRaces(where: string, open: () => Promise<Deployment>): void {
  describe(where, () => {
    let setUp: Deployment | null = null;
    afterAll(async () => {
      await Promise.all(setUp?.apps.map((app) => app.kill()) ?? []);
      await setUp?.close();
    });

    test("1,000 posts stopped or changed while being published stay unpublished, or get a 409 and are published once", {
      timeout: 300_000,
    }, async () => {
      setUp = await open();
      const { apps, name } = setUp;
      for (const app of apps) await app.start();
      const ready = () =>
        fetch(`${apps[0].origin}/readyz`).then(
          ({ ok }) => ok,
          () => false,
        );
      await waitUntil("the queue runs", ready, 120_000);
      const author = new PostingClient(apps[0].origin, Math.random);
      const racer = new Racer(apps[0].origin);
      const beganAt = performance.now();
      await racer.run();
      await waitUntil(
        "nothing is in progress",
        async () => {
          const { data } = await author.get<{ data: Record<string, number> }>("/posts/counts");
          return data["publishing"] === 0 && data["scheduled"] === 0;
        },
        60_000,
      );
      const seconds = Math.round((performance.now() - beganAt) / 1000);
      const timelines = await Promise.all(["x", "bluesky", "linkedin"].map((platform) => author.timeline(platform)));
      const table = await racer.judge(timelines.flat());
      console.table(table.map((row) => ({ setUp: name, ...row })));
      console.info(`${name}: ${seconds} s`);
      expect(table.reduce((sum, row) => sum + row.races, 0)).toBe(1_000);
      expect(table.filter((row) => row.wrong > 0)).toEqual([]);
      // Each kind must have won and lost, or nothing raced.
      for (const row of table)
        expect([row.kind, row.stopped + row.edited > 0, row.kept + row.hidden > 0]).toEqual([row.kind, true, true]);
    });
  });
}
