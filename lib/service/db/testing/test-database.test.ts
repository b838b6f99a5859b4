import { afterAll, expect, test } from "vitest";
import { openTestDatabase } from "./test-database.ts";

const open = await Promise.all([openTestDatabase(), openTestDatabase()]);
afterAll(() => Promise.all(open.map((one) => one.drop())));

test("a test database has our tables, and a row in one is not in another", async () => {
  const [first, second] = open;
  await first.pool.query("create table only_here (id int)");
  const tables = "select table_name from information_schema.tables where table_schema = 'public'";
  const names = async (pool: typeof first.pool) => (await pool.query(tables)).rows.map((row) => row.table_name);
  expect(await names(first.pool)).toContain("posts");
  expect(await names(first.pool)).toContain("only_here");
  expect(await names(second.pool)).toContain("posts");
  expect(await names(second.pool)).not.toContain("only_here");
});
