import { DrizzleQueryError } from "drizzle-orm";
import pg from "pg";
import { expect, test } from "vitest";
import { serializeError } from "./log.ts";

const value = "words that only their author may read";
const said = (error: unknown) => JSON.stringify(serializeError(error));

test("a failed query is logged with its cause and location, and without its values", () => {
  const cause = Object.assign(new Error("Connection terminated unexpectedly"), { code: "57P01" });
  const line = said(new DrizzleQueryError("insert into parts (text) values ($1)", [value], cause));
  expect(line).not.toContain(value);
  expect(line).toContain("insert into parts (text) values ($1)");
  expect(line).toContain("Connection terminated unexpectedly");
  expect(line).toContain("57P01");
  expect(line).toContain("log.test.ts");
});

test("values that the database quotes in message, detail or context are not logged", () => {
  const error = new pg.DatabaseError(`invalid input syntax for type uuid: "${value}"`, 0, "error");
  Object.assign(error, { code: "22P02", detail: `Key (email)=(${value})`, where: value, hint: value });
  expect(said(error)).not.toContain(value);
  expect(said(error)).toContain("22P02");
});

test("text that a parser quotes from its input is not logged", () => {
  const parse = () => JSON.parse(value) as unknown;
  expect(parse).toThrow(value.slice(0, 5));
  try {
    parse();
  } catch (error) {
    expect(said(error)).not.toContain(value.slice(0, 10));
  }
});

test("properties that a library adds to its errors are not logged", () => {
  const error = Object.assign(new Error("Refused"), { config: { headers: { authorization: value } }, url: value });
  expect(said(error)).not.toContain(value);
});

test("an aggregate error keeps each message, and a cycle of causes ends", () => {
  const ring = new Error("outer");
  ring.cause = new AggregateError([new Error("first"), new Error("second")], "both", { cause: ring });
  const line = said(ring);
  for (const words of ["outer", "both", "first", "second"]) expect(line).toContain(words);
});

test("a thrown value that is no error is logged by its type only", () => {
  expect(said(value)).not.toContain(value);
  expect(serializeError(null)).toEqual({ type: "null" });
});
