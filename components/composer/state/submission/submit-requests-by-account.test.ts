import fc from "fast-check";
import { expect, test } from "vitest";
import { createEmptyDraft } from "#components/composer/state/draft.ts";
import type { Channel } from "#lib/contract/types.ts";
import { emptyPartialSubmission } from "./submission-switch.ts";
import { createSubmitRequests } from "./submit-requests.ts";
import { getSubmissionDetails } from "./submit-validation.ts";

const channels = ["x1 x", "x2 x", "x3 x", "m1 mastodon", "m2 mastodon", "b1 bluesky"].map((line) => {
  const [id, platform] = line.split(" ");
  return { id, platform } as Channel;
});
const platformOf = (id: string) => channels.find((one) => one.id === id)?.platform ?? "";

test("each channel is in one request, and no request has two accounts of one platform", () => {
  const chosen = fc.shuffledSubarray(
    channels.map(({ id }) => id),
    { minLength: 1 },
  );
  const { platforms } = getSubmissionDetails(createEmptyDraft("p", 0), { channels, blocksLongTexts: false });
  fc.assert(
    fc.property(chosen, fc.subarray(["x1", "x2", "m1"]), (channelIds, own) => {
      const variants = Object.fromEntries(own.map((id) => [id, [{ id: "o", text: "Own" }]]));
      const draft = { ...createEmptyDraft("p", 20), parts: [{ id: "p", text: "All" }], own: variants, channelIds };
      const calls = createSubmitRequests(draft, "send", "key", emptyPartialSubmission, platforms);
      expect(calls.flatMap((call) => call.channelIds).sort()).toEqual([...channelIds].sort());
      for (const call of calls) {
        const used = call.channelIds.map(platformOf);
        expect(new Set(used).size).toBe(used.length);
      }
      expect(new Set(calls.map(({ repeatKey }) => repeatKey)).size).toBe(calls.length);
    }),
  );
});

test("a service that names the channel of each post gets all accounts of a text in one request", () => {
  const draft = { ...createEmptyDraft("p", 20), channelIds: ["x1", "x2"] };
  const { platforms } = getSubmissionDetails(createEmptyDraft("p", 0), { channels, blocksLongTexts: true });
  expect(createSubmitRequests(draft, "send", "key", emptyPartialSubmission, platforms)).toHaveLength(1);
});
