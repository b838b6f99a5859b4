import type { EndpointName } from "#lib/contract/api.ts";
import type {
  Channel,
  Identity,
  Media,
  NewPost,
  Post,
  PostChange,
  PracticeTimeline,
  RetryPostInput,
  Submission,
  SubmissionAction,
  SubmissionChange,
  TakeDownInput,
} from "#lib/contract/types.ts";
import { apiKeyExamples } from "./api-keys.ts";
import { auditLogExamples } from "./audit-log.ts";
import { bulkChangeExamples, calendarExamples, settingsExamples } from "./bulk-changes-calendar-settings.ts";
import { channelConnectionExamples } from "./channel-connections.ts";
import { channelExamples } from "./channels.ts";
import { claimExamples } from "./claims.ts";
import { draftExamples } from "./drafts.ts";
import type { EndpointExample } from "./endpoint-example.ts";
import { inboxExamples, webhookExamples } from "./inbox-and-webhooks.ts";
import { leaderboardExamples } from "./leaderboard.ts";
import { memberExamples } from "./members.ts";
import { sendingPauseExamples } from "./sending-pauses.ts";
import { sessionExamples } from "./sessions.ts";

const media: Media = {
  id: "019a6f00-0000-7000-8000-0000000000b1",
  type: "image",
  url: "https://posts.example.org/media/3f2a9c0d5e7b81460a9d2c4e6f8b1a3c5d7e9f01.png",
  width: 1200,
  height: 675,
  size_bytes: 182_430,
  mime: "image/png",
  animated: false,
  alt: "A calendar page: Thursday is ringed in red.",
};

const scheduled: Post = {
  id: "019a6f00-0000-7000-8000-0000000000a1",
  status: "scheduled",
  channel: "x",
  posts: [{ text: "We moved the release to Thursday." }, { text: "Here is why." }],
  scheduled_for: "2027-01-14T08:30:00.000Z",
  published_urls: [],
  error: null,
  created_at: "2027-01-12T16:05:21.114Z",
  updated_at: "2027-01-12T16:05:21.114Z",
  channel_id: "019a6f00-0000-7000-8000-0000000000c1",
  submission_id: "019a6f00-0000-7000-8000-0000000000d1",
  delivery: "thread",
  media: [media],
  points: 20,
  claim: { points: 20, status: "waiting", awarded: null },
  failure: null,
  attempts: 0,
  next_attempt_at: null,
  published_at: null,
  progress: [],
  version: 1,
};

const publishing: Post = {
  ...scheduled,
  status: "publishing",
  version: 4,
  updated_at: "2027-01-14T09:12:40.500Z",
};

const channel: Channel = {
  id: "019a6f00-0000-7000-8000-0000000000c1",
  platform: "x",
  name: "Practice X",
  username: "practice_x",
  verified: false,
  practice: true,
  state: "connected",
};

const identity: Identity = {
  org: { id: "019a6f00-0000-7000-8000-0000000000e1", name: "Analytical Engines", slug: "analytical-engines" },
  membership: {
    id: "019a6f00-0000-7000-8000-0000000000f1",
    role: "admin",
    name: "Ada Lovelace",
    email: "ada@example.org",
  },
  scopes: ["posts:read", "posts:write", "media:write", "channels:read", "leaderboard:read"],
};

const timeline: PracticeTimeline = {
  channel: { platform: "x", name: "Practice X", username: "practice_x", connected: true },
  items: [
    {
      id: "019a6f00-0000-7000-8000-000000000101",
      url: "https://posts.example.org/practice/practice_x/019a6f00-0000-7000-8000-000000000101",
      thread: "019a6f00-0000-7000-8000-000000000101",
      part: 1,
      text: "We moved the release to Thursday.",
      images: [{ url: media.url, width: 1200, height: 675, alt: media.alt }],
      published_at: "2027-01-14T08:30:00.041Z",
    },
  ],
  next: null,
};

const onBluesky: Post = {
  ...scheduled,
  id: "019a6f00-0000-7000-8000-0000000000a2",
  channel: "bluesky",
  channel_id: "019a6f00-0000-7000-8000-0000000000c2",
  delivery: "thread",
};
const submission: Submission = {
  id: "019a6f00-0000-7000-8000-0000000000d1",
  created_at: scheduled.created_at,
  posts: [scheduled, onBluesky],
};

const newPost: NewPost = {
  channels: [channel.id],
  thread: ["We moved the release to Thursday.", "Here is why."],
  media: [media.id],
  scheduled_for: "2027-01-14T09:30:00+01:00",
};
const change: PostChange = { version: 1, scheduled_for: "2027-01-15T08:30:00Z" };
const takeDown: TakeDownInput = { by_hand: false };
const retry: RetryPostInput = { unconfirmed: "is_there", url: "https://x.com/northwind/status/1861000000000000000" };

export const endpointExamples: Record<EndpointName, EndpointExample> = {
  getMe: { answer: { data: identity } },
  listChannels: { answer: { data: [channel] } },
  uploadMedia: { answer: { data: media } },
  getMediaUsage: {
    answer: {
      data: { bytes: 125_829_120, bytes_max: 2_147_483_648, day_bytes: 4_194_304, day_bytes_max: 524_288_000 },
    },
  },
  describeMedia: { body: { alt: media.alt ?? "" }, answer: { data: media } },
  checkPosts: {
    body: { channels: [scheduled.channel_id ?? ""], text: "We are hiring." },
    answer: {
      data: {
        problems: [],
        warnings: [
          {
            code: "same_text",
            channel_id: scheduled.channel_id ?? "",
            at: "2027-01-14T08:00:00.000Z",
            post_id: scheduled.id,
            message: "Acme has a post with the same text within a day.",
          },
        ],
      },
    },
  },
  createPosts: { body: newPost, answer: { data: [scheduled] } },
  listPosts: { answer: { data: [scheduled], pagination: { limit: 20, offset: 0, total: 1 } } },
  getPost: { answer: { data: scheduled } },
  deletePost: { answer: { data: { id: scheduled.id, deleted: true } } },
  ...leaderboardExamples,
  readLinkPreview: {
    answer: {
      data: { url: "https://example.com/", title: "Example", description: "A page for examples.", image: null },
    },
  },
  listMentions: { answer: { data: [{ platform: "bluesky", username: "ada.example", name: "Ada Berg" }] } },
  listPlatforms: {
    answer: {
      data: [
        {
          slug: "x",
          name: "X",
          counting: "x-weight",
          limit: 280,
          byte_limit: null,
          thread: "always",
          max_parts: 100,
          max_images: 4,
          image_types: ["image/jpeg", "image/png", "image/webp", "image/gif"],
        },
      ],
    },
  },
  countPosts: { answer: { data: { draft: 3, scheduled: 2, publishing: 0, published: 118, failed: 1, canceled: 0 } } },
  changePost: {
    body: change,
    answer: { data: { ...scheduled, scheduled_for: "2027-01-15T08:30:00.000Z", version: 2 } },
  },
  retryPost: { body: retry, answer: { data: publishing } },
  cancelPost: { answer: { data: { ...scheduled, status: "canceled", version: 2 } } },
  restorePost: { answer: { data: { ...scheduled, version: 3 } } },
  getPracticeTimeline: { answer: { data: timeline } },
  takeDownPost: {
    body: takeDown,
    answer: { data: { ...scheduled, status: "published", taken_down_at: "2027-01-14T09:00:00.000Z" } },
  },
  listSubmissions: { answer: { data: [submission], pagination: { limit: 20, offset: 0, total: 1 } } },
  countSubmissions: {
    answer: {
      data: { all: 120, draft: 3, scheduled: 2, publishing: 0, published: 114, failed: 1, canceled: 0, unconfirmed: 1 },
    },
  },
  getSubmission: { answer: { data: submission } },
  changeSubmission: {
    body: {
      posts: [
        { id: scheduled.id, version: 1 },
        { id: onBluesky.id, version: 1, text: "We moved the release to Thursday. Details follow." },
      ],
      add: [{ channel_id: "019a6f00-0000-7000-8000-0000000000c3", status: "scheduled" }],
      text: "We moved the release to Thursday.",
      scheduled_for: "2027-01-14T09:30:00+01:00",
    } satisfies SubmissionChange,
    answer: { data: { ...submission, undo: "019a6f00-0000-7000-8000-0000000000e2" } },
  },
  deleteSubmission: { answer: { data: { id: submission.id, deleted: true } } },
  applySubmissionAction: {
    body: { action: "publish", grace_seconds: 5 } satisfies SubmissionAction,
    answer: {
      data: {
        changed: [{ id: scheduled.id, status: "scheduled", version: 2, scheduled_for: "2027-01-12T16:10:05.000Z" }],
        refused: [],
        undo: "019a6f00-0000-7000-8000-0000000000e1",
        undo_until: "2027-01-12T16:10:05.000Z",
      },
    },
  },
  ...bulkChangeExamples,
  ...draftExamples,
  ...calendarExamples,
  ...settingsExamples,
  ...claimExamples,
  ...inboxExamples,
  ...webhookExamples,
  ...memberExamples,
  ...channelExamples,
  ...channelConnectionExamples,
  ...apiKeyExamples,
  ...sendingPauseExamples,
  ...sessionExamples,
  ...auditLogExamples,
  openEvents: { answer: {} },
};
