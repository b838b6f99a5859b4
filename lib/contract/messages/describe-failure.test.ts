import { expect, test } from "vitest";
import { errorStatus, type Failure } from "#lib/contract/errors.ts";
import { describeFailure } from "./describe-failure.ts";

const open: readonly Pick<Failure, "code" | "status">[] = [
  { code: "internal_error", status: 500 },
  { code: "unavailable", status: 502 },
  { code: "unavailable", status: 503 },
  { code: "unavailable", status: 504 },
  { code: "index_write_failed", status: 500 },
  { code: "unreachable", status: null },
  { code: "lost", status: null },
  { code: "timed_out", status: null },
];

test("an error that leaves the outcome of a create open says that the post may have arrived", () => {
  for (const { code, status } of open) {
    expect(describeFailure({ code, status, message: "" }).safe, code).toContain("it may have arrived");
  }
});

test("no message calls a repeated send safe", () => {
  const codes = [...Object.keys(errorStatus), ...open.map(({ code }) => code), "unreadable"];
  for (const code of codes) {
    const { what, safe, next } = describeFailure({ code, status: 500, message: "" });
    expect(`${what} ${safe} ${next}`, code).not.toMatch(/twice|repeat is safe|goes out|nothing more/i);
  }
});
