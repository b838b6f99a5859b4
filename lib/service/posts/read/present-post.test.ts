import { expect, test } from "vitest";
import type { PostTextRow } from "./post-sql.ts";
import { presentPost } from "./present-post.ts";

const rowAt = (at: string, progress: string | null = null): PostTextRow => [
  ...(["1", "2", "3", "x", "published", "thread", '[{"text":"t"}]', "20"] as const),
  ...([at, null, "1", null, null, null, at, "3", at, at] as const),
  ...(["4", null, null, null, null, null, null, progress, "Ines", null, null, null, null, null] as const),
];

test.for([
  ["2026-11-21 10:00:00+00", "2026-11-21T10:00:00.000Z"],
  ["2026-11-21 10:00:00.5+00", "2026-11-21T10:00:00.500Z"],
  ["2026-11-21 10:00:00.123+00", "2026-11-21T10:00:00.123Z"],
  ["2026-11-21T10:00:00.12+00:00", "2026-11-21T10:00:00.120Z"],
  ["2026-11-21 15:30:00.5+05:30", "2026-11-21T10:00:00.500Z"],
  ["2026-11-21 07:00:00.5-03", "2026-11-21T10:00:00.500Z"],
] as const)("an instant is shown in UTC whatever the database's zone: %s", ([at, shown]) => {
  const post = presentPost(rowAt(at, `[[1,"sent",null,"${at.replace(" ", "T")}"]]`), "http://localhost");
  expect([post.created_at, post.scheduled_for, post.published_at, post.progress?.[0]?.at]).toEqual(
    Array(4).fill(shown),
  );
});

test("only a sent part has a published address", () => {
  const progress = '[[1,"sent","https://a",null],[2,"unknown","https://b",null],[3,"sent",null,null]]';
  expect(presentPost(rowAt("2026-11-21 10:00:00+00", progress), "").published_urls).toEqual(["https://a"]);
});

test("a post names the time of its next attempt only while no attempt runs", () => {
  const due = "2026-11-21T10:00:05.000Z";
  const facts = (change: { isLeased?: boolean; event?: string }) =>
    JSON.stringify([change.isLeased ?? false, false, null, false, change.event ?? null, "server", false]);
  const rowOf = (lateFacts: string, attempts = "1"): PostTextRow =>
    rowAt("2026-11-21 10:00:00+00").map((value, index) =>
      index === 4
        ? "publishing"
        : index === 9
          ? "2026-11-21 10:00:05+00"
          : index === 10
            ? attempts
            : index === 27
              ? lateFacts
              : value,
    ) as unknown as PostTextRow;
  const next = (lateFacts: string, attempts?: string) => presentPost(rowOf(lateFacts, attempts), "").next_attempt_at;
  expect(next(facts({ isLeased: true, event: "started" }))).toBeNull();
  expect(next(facts({ isLeased: true, event: "started" }), "3")).toBeNull();
  expect(next(facts({ event: "attempt_failed" }))).toBe(due);
  expect(next(facts({ event: "looked_up" }))).toBe(due);
});
