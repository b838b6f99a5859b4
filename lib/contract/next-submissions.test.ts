import { expect, test } from "vitest";
import { takeFirstSubmissions } from "./next-submissions.ts";
import type { Post } from "./types.ts";

const post = (id: string, submission_id?: string, scheduled_for = "2027-01-14T08:30:00.000Z") =>
  ({ id, scheduled_for, ...(submission_id !== undefined && { submission_id }) }) as Post;
const take = (...posts: Post[]) => takeFirstSubmissions(posts).map(({ id }) => id);

test("the fourth submission is left out, and later posts of the first three stay", () => {
  expect(take(post("a", "s1"), post("b", "s2"), post("c", "s3"), post("d", "s4"), post("e", "s1"))).toEqual([
    "a",
    "b",
    "c",
    "e",
  ]);
});

test("a submission at two times counts twice", () => {
  const later = "2027-01-15T08:30:00.000Z";
  expect(take(post("a", "s1"), post("b", "s1", later), post("c", "s2"), post("d", "s3"), post("e", "s1"))).toEqual([
    "a",
    "b",
    "c",
    "e",
  ]);
});

test("where posts have no submission, each counts", () => {
  expect(take(post("a"), post("b"), post("c"), post("d"))).toEqual(["a", "b", "c"]);
});
