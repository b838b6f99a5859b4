import { expect, test } from "vitest";
import { findCompletionQuery } from "./find-completion-query.ts";

const at = (text: string) => findCompletionQuery(text, text.length);

test("an emoji's name, an account and a hashtag complete at the end of a word that begins with their sign", () => {
  expect(at("Launch :rock")).toEqual({ type: "emoji", text: "rock", start: 7 });
  expect(at(":+1")).toEqual({ type: "emoji", text: "+1", start: 0 });
  expect(at("Thanks (@al")).toEqual({ type: "account", text: "al", start: 8 });
  expect(at("@alice@example.so")).toEqual({ type: "account", text: "alice@example.so", start: 0 });
  expect(at("Out now #laun")).toEqual({ type: "hashtag", text: "laun", start: 8 });
  expect(at("Out now #")).toEqual({ type: "hashtag", text: "", start: 8 });
  expect(findCompletionQuery("See :ro and more", 7)).toEqual({ type: "emoji", text: "ro", start: 4 });
});

test("times, addresses, smileys and the middle of a word complete nothing", () => {
  for (const text of [
    "at 10:30",
    "ada@example.org",
    "https://a.org/#a",
    "C#",
    "##",
    "Hello :D",
    "note:this",
    ": rocket",
    "@",
    ":r",
  ])
    expect([text, at(text)]).toEqual([text, null]);
  expect(findCompletionQuery(":rocket", 4)).toBeNull();
  expect(findCompletionQuery(`:${"a".repeat(60)}`, 61)).toBeNull();
});
