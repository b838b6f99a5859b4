import { describe, expect, test } from "vitest";
import type { PlatformResult } from "#lib/service/channels/core/connector.ts";
import { readVerdict } from "./relay.ts";
import { toRelayOutcome } from "./responses.ts";

const id = "b1a649ebe8".padEnd(64, "0");
const relay = "wss://relay.example";
const answerOf = (json: unknown): PlatformResult => ({
  type: "answer",
  status: 101,
  headers: {},
  body: JSON.stringify(json),
  json,
});

describe("answers of relays, nostr-protocol/nips 01.md and 42.md and strfry's RelayWriter.cpp, read on 2026-11-26", () => {
  test.each([
    [true, "", "published"],
    [true, "pow: difficulty 25>=24", "published"],
    [true, "duplicate: already have this event", "published"],
    [false, "duplicate: already have this event", "published"],
    [false, "blocked: you are banned from posting here", "rejected", "forbidden"],
    [false, "blocked: please register your pubkey at https://my-expensive-relay.example.com", "rejected", "forbidden"],
    [false, "restricted: not allowed to write.", "rejected", "forbidden"],
    [false, "auth-required: we only accept events from registered users", "rejected", "forbidden"],
    [false, "pow: difficulty 26 is less than 30", "rejected", "forbidden"],
    [false, "invalid: event creation date is too far off from the current time", "rejected", "invalid"],
    [false, "deleted: user requested deletion", "rejected", "gone"],
    [false, "rate-limited: slow down there chief", "temporary", "quota"],
    [false, "error: could not connect to the database", "temporary", "server"],
    [false, "mute: no one was listening", "temporary", "server"],
    [false, "replaced: have newer event", "temporary", "server"],
    [false, "without a known word", "temporary", "server"],
    [false, "", "temporary", "server"],
  ])("OK %s %s ends as %s %s", (isAccepted, why, ends, reason?: string) => {
    const outcome = toRelayOutcome(readVerdict(answerOf([["OK", id, isAccepted, why]]), id), relay);
    const error = "error" in outcome ? outcome.error : undefined;
    expect([outcome.type, error?.reason]).toEqual([ends, reason]);
    // Our own sentence, with the relay's words only in a quotation.
    if (error) expect(error.message).toMatch(/^relay\.example [^{}]+\.$/u);
  });

  test.each([
    ["a NOTICE alone", [["NOTICE", "could not parse command"]]],
    ["an OK about another event", [["OK", "0".repeat(64), true, ""]]],
    ["no list", { ok: true }],
    ["nothing", undefined],
  ])("%s leaves the outcome unknown", (_, json) => {
    expect(toRelayOutcome(readVerdict(answerOf(json), id), relay)).toEqual({ type: "unknown" });
  });
});
