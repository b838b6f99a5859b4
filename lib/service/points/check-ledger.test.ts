import { execFile } from "node:child_process";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openReviewStage, type ReviewStage } from "./testing-review.ts";

let stage: ReviewStage;
beforeAll(async () => {
  stage = await openReviewStage();
});
afterAll(() => stage.close());

/** As `npm run check:ledger` does, in a process of its own. */
const run = (url = stage.service.database.url) =>
  new Promise<{ code: unknown; out: string; err: string }>((resolve) => {
    const env = { ...process.env, DATABASE_URL: url, NODE_OPTIONS: "" };
    execFile(process.execPath, ["lib/service/check-ledger-program.ts"], { env }, (error, out, err) =>
      resolve({ code: error?.code ?? 0, out, err }),
    );
  });

test("the check as a program ends with 0 when all adds up, with 1 and the member's name when not, with 2 and a sentence when it can't look", async () => {
  const id = await stage.claim();
  await stage.decide(id, { version: 1, action: "approve" });
  expect(await run()).toEqual({ code: 0, out: "Analytical Engines: 3 members, 2 lines, 0 differences\n", err: "" });
  await stage.pool.query("update member_totals set points = 21 where member_id = $1", [stage.author.memberId]);
  const found = await run();
  expect(found.code).toBe(1);
  expect(found.out).toMatch(/^ {2}Member \w+ \([0-9a-f-]{36}\) has 21 points kept and 20 counted;$/m);
  expect((await stage.ask("GET", "/ledger/check", stage.admin.key)).wire.data.differences).toHaveLength(1);
  const wrong = await run("mysql://nowhere");
  expect([wrong.code, wrong.err]).toEqual([2, expect.stringContaining("DATABASE_URL")]);
}, 60_000);
