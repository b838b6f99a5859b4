import { afterEach, beforeEach } from "vitest";

const said: string[] = [];
const original = console.error;

/** React, Node and libraries report misuse on console.error only; here that is a failed test. */
beforeEach(() => {
  said.length = 0;
  console.error = (...words: unknown[]) => {
    said.push(words.map(String).join(" "));
    original(...words);
  };
});

afterEach(() => {
  console.error = original;
  if (said.length > 0) throw new Error(`console.error was called:\n${said.join("\n")}`);
});
