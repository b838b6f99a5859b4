import type { DraftContent, DraftSummary, WorkingDraft } from "#lib/contract/types.ts";
import type { EndpointExample } from "./endpoint-example.ts";

const id = "019a6f00-0000-4000-8000-000000000601";
const channelId = "019a6f00-0000-7000-8000-0000000000c1";
const mediaId = "019a6f00-0000-7000-8000-0000000000b1";
const at = { created_at: "2027-01-12T09:30:12.400Z", updated_at: "2027-01-12T09:31:04.118Z" };

const content: DraftContent = {
  parts: ["We moved the release to Thursday.", "Here is"],
  own: { [channelId]: ["The release moves to Thursday."] },
  images: [{ media: mediaId, name: "calendar.png", alt: "A calendar with Thursday circled" }],
  channels: [channelId],
  when: { date: "2027-01-14", time: "09:30", zone: "Europe/Berlin" },
  points: 20,
  post: null,
};
const summary: DraftSummary = {
  id,
  kind: "draft",
  version: 3,
  name: "Release date",
  words: "We moved the release to Thursday.",
  parts: 2,
  images: 1,
  channels: [channelId],
  when: content.when,
  post: null,
  posts: [],
  ...at,
};
const whole: WorkingDraft = {
  id,
  kind: "draft",
  version: 3,
  content,
  images: [
    {
      media: mediaId,
      url: "https://posts.example.org/media/3f2a9c0d5e7b81460a9d2c4e6f8b1a3c5d7e9f01.png",
      size_bytes: 182_430,
    },
  ],
  ...at,
  deleted_at: null,
  created_post_ids: [],
};

export const draftExamples = {
  listDrafts: { answer: { data: [summary], pagination: { limit: 20, offset: 0, total: 1 } } },
  getDraft: { answer: { data: whole } },
  saveDraft: { body: { version: 2, kind: "draft", content }, answer: { data: summary } },
  renameDraft: { body: { name: "Release date" }, answer: { data: summary } },
  changeDrafts: { body: { action: "delete", ids: [id] }, answer: { data: { ids: [id] } } },
  deleteDraft: { answer: { data: { id, deleted: true } } },
  restoreDraft: { answer: { data: { ...summary, version: 4 } } },
} satisfies Record<string, EndpointExample>;
