import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createComposerState } from "./composer-reducer.ts";
import type { ComposerEvent } from "./composer-state.ts";
import { type ComposerDraft, createEmptyDraft, getVariantParts } from "./draft.ts";
import { getPartImages, getPartMediaIds } from "./part-images.ts";
import { createPostPayload, createUpdatePayload, postToDraft } from "./submission/draft-post-conversion.ts";
import { runEvents } from "./testing/run-events.ts";

const thread: ComposerDraft = {
  ...createEmptyDraft("p1", 20),
  parts: ["p1", "p2", "p3"].map((id) => ({ id, text: `Text of ${id}` })),
};
const from = (draft: ComposerDraft = thread) => createComposerState({ type: "new" }, draft);
const added = (id: string, partId?: string): ComposerEvent => ({
  type: "images-added",
  images: [{ id, name: `${id}.png`, sizeBytes: 1 }],
  partId,
});
const placesOf = (draft: ComposerDraft, on: string | null = null) => {
  const parts = getVariantParts(draft, on);
  return getPartImages(draft, parts).map((images, at) => [parts[at]?.text, ...images.map(({ id }) => id)]);
};
const draftAfter = (...events: ComposerEvent[]) => runEvents(events, from()).state.draft;

describe("images of parts", () => {
  test("an image goes to the part that was named, and without one to the first", () => {
    expect(placesOf(draftAfter(added("a"), added("b", "p2"), added("c", "p1")))).toEqual([
      ["Text of p1", "a", "c"],
      ["Text of p2", "b"],
      ["Text of p3"],
    ]);
  });

  test("each part takes four images", () => {
    const five = ["a", "b", "c", "d", "e"].map((id) => added(id, "p2"));
    expect(placesOf(draftAfter(...five, added("f", "p3")))).toEqual([
      ["Text of p1"],
      ["Text of p2", "a", "b", "c", "d"],
      ["Text of p3", "f"],
    ]);
  });

  test("moved, merged and split parts keep their images, and a removed part takes them along", () => {
    const images = [added("a"), added("b", "p2")];
    expect(placesOf(draftAfter(...images, { type: "part-moved", partId: "p2", by: -1 }))).toEqual([
      ["Text of p2", "b"],
      ["Text of p1", "a"],
      ["Text of p3"],
    ]);
    expect(placesOf(draftAfter(...images, { type: "part-merged", partId: "p2" }))[0]).toEqual([
      "Text of p1\n\nText of p2",
      "a",
      "b",
    ]);
    const split: ComposerEvent = { type: "part-split", partId: "p2", texts: ["Text", "of p2"], ids: ["n"] };
    expect(placesOf(draftAfter(...images, split)).slice(1, 3)).toEqual([["Text", "b"], ["of p2"]]);
    const removed = draftAfter(...images, { type: "part-removed", partId: "p1" });
    expect([placesOf(removed), removed.images.map(({ id }) => id)]).toEqual([
      [["Text of p2", "b"], ["Text of p3"]],
      ["b"],
    ]);
  });

  test("the end of an upload that its part no longer has is awaited no more", () => {
    const { effects } = runEvents([added("b", "p2"), { type: "part-removed", partId: "p2" }], from());
    expect(effects.filter(({ type }) => type === "abort-upload")).toEqual([{ type: "abort-upload", imageId: "b" }]);
  });

  test("a channel's own text has the images too, at the same numbers", () => {
    const own: ComposerEvent = { type: "own-begun", channelId: "x", ids: ["x1", "x2", "x3"] };
    const draft = draftAfter(added("a"), own, added("b", "p2"), added("c", "x3"));
    expect(placesOf(draft, "x").map(([, ...ids]) => ids)).toEqual([["a"], ["b"], ["c"]]);
    expect(placesOf(draft).map(([, ...ids]) => ids)).toEqual([["a"], ["b"], ["c"]]);
  });

  test("no change of the parts puts an image on two parts of a text, or loses one whose part is there", () => {
    const partId = fc.constantFrom("p1", "p2", "p3", "n1", "n2");
    const event: fc.Arbitrary<ComposerEvent> = fc.oneof(
      fc.record({ type: fc.constant("part-moved" as const), partId, by: fc.constantFrom(-1, 1, 2) }),
      fc.record({ type: fc.constant("part-merged" as const), partId }),
      fc.record({ type: fc.constant("part-removed" as const), partId }),
      fc.record({ type: fc.constant("part-added" as const), after: partId, id: fc.constantFrom("n1", "n2") }),
      fc.record({
        type: fc.constant("sheet-written" as const),
        texts: fc.array(fc.constantFrom("One", "Two", "Text of p2", "Three"), { minLength: 1, maxLength: 5 }),
        ids: fc.constant(["m1", "m2", "m3", "m4", "m5"]),
      }),
      fc.constant({ type: "parts-joined" as const, text: "All" }),
      fc.constantFrom<ComposerEvent>({ type: "undone" }, { type: "redone" }),
    );
    fc.assert(
      fc.property(fc.array(event, { maxLength: 12 }), (events) => {
        const { draft } = runEvents([added("a"), added("b", "p2"), added("c", "p3"), ...events], from()).state;
        const placed = getPartImages(draft, draft.parts).flat();
        expect(new Set(placed).size).toBe(placed.length);
        expect(new Set(placed)).toEqual(new Set(draft.images));
      }),
      { numRuns: 500 },
    );
  });

  test("typing in a part leaves every image where it is", () => {
    const draft = draftAfter(added("a"), added("b", "p2"), { type: "typed", partId: "p2", text: "" });
    expect(placesOf(draft).slice(0, 2)).toEqual([
      ["Text of p1", "a"],
      ["", "b"],
    ]);
  });
});

describe("images of parts in requests", () => {
  const done = (imageId: string): ComposerEvent => ({
    type: "upload-done",
    imageId,
    mediaId: `m-${imageId}`,
    url: "/m",
  });
  const draft = { ...draftAfter(added("a"), added("c", "p3"), done("a"), done("c")), channelIds: ["x"] };
  const call = { channelIds: ["x"], sheet: null, submissionId: null };

  test("a request names the images of each part, and only media where later parts have none", () => {
    const now = new Date("2027-01-01T00:00:00Z");
    expect(createPostPayload(draft, "send", now, call)).toMatchObject({ part_media: [["m-a"], [], ["m-c"]] });
    const first = draftAfter(added("a"), done("a"));
    expect(createPostPayload(first, "send", now, call)).toMatchObject({ media: ["m-a"] });
    expect(createPostPayload(first, "send", now, call)).not.toHaveProperty("part_media");
    const fixed = [{ text: "Live", url: null, isSure: true, mediaIds: ["m-0"] }];
    expect(createUpdatePayload(draft, "send", { version: 3, fixed }, now)).toMatchObject({
      thread: ["Live", "Text of p1", "Text of p2", "Text of p3"],
      part_media: [["m-0"], ["m-a"], [], ["m-c"]],
    });
  });

  test("a post opens with each image on its part, and the rest of an interrupted thread with those that are left", () => {
    const media = ["0", "1", "2"].map((id) => ({ id, type: "image" as const, url: `/${id}` }));
    const post = {
      id: "post",
      status: "failed" as const,
      channel: "x",
      posts: ["One", "Two", "Three"].map((text) => ({ text })),
      scheduled_for: null,
      published_urls: [],
      error: null,
      created_at: "",
      updated_at: "",
      media: media.slice(0, 1),
      part_media: media.map((image) => [image]),
    };
    let id = 0;
    const newId = () => {
      id += 1;
      return `n${id}`;
    };
    expect(getPartMediaIds(postToDraft(post, "UTC", newId), null)).toEqual([["0"], ["1"], ["2"]]);
    const progress = [{ part: 1, state: "sent" as const, url: null, at: null }];
    expect(getPartMediaIds(postToDraft({ ...post, progress }, "UTC", newId), null)).toEqual([["1"], ["2"]]);
  });
});
