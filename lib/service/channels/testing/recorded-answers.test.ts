import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { supportedPlatforms } from "#lib/service/channels/platforms/registry.ts";
import { RecordedAnswer, replayAnswer } from "./recorded-answer.ts";

const folder = path.join(import.meta.dirname, "answers");
const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".json"));
const read = (file: string) => RecordedAnswer.parse(JSON.parse(readFileSync(path.join(folder, file), "utf8")));
const getPlatform = (slug: string) => {
  const platform = supportedPlatforms.find(({ connector }) => connector.slug === slug);
  if (!platform) throw new Error(`There is no platform ${slug}.`);
  return platform;
};

describe("an answer that somebody got", () => {
  test.each(files)("%s ends as expected, with a sentence of ours", async (file) => {
    const recorded = read(file);
    const { outcome, reason, message } = await replayAnswer(getPlatform(recorded.platform), recorded);
    // Ours, with the platform's words only in a quotation.
    if (message !== null) expect(message).toMatch(/^[\p{L}“][^<>{}]+[^<>{},:;]$/u);
    if (!recorded.expected) return;
    const expected = { outcome: recorded.expected.outcome, reason: recorded.expected.reason ?? null };
    expect({ outcome, reason: recorded.expected.reason === undefined ? null : reason }).toEqual(expected);
  });

  test("a file without an expected outcome passes, and one with a wrong outcome or an unknown field does not", async () => {
    const recorded = read(path.join("x", "spend-cap.json"));
    const { outcome } = await replayAnswer(getPlatform("x"), { ...recorded, expected: null });
    expect(outcome).toBe("wait");
    expect(RecordedAnswer.safeParse({ ...recorded, token: "a secret" }).success).toBe(false);
    expect(RecordedAnswer.safeParse({ ...recorded, operation: "dance" }).success).toBe(false);
  });
});
