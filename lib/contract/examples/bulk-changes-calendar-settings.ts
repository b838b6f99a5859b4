import type {
  BulkChangeResult,
  CalendarEntry,
  CalendarNote,
  MemberSettings,
  PostTimelineEvent,
} from "#lib/contract/types.ts";
import type { EndpointExample } from "./endpoint-example.ts";

/** Examples of endpoints that plan posts: bulk changes, the calendar, settings. */
const postId = "019a6f00-0000-7000-8000-0000000000a1";
const channelId = "019a6f00-0000-7000-8000-0000000000c1";
const ada = { id: "019a6f00-0000-7000-8000-0000000000f1", name: "Ada Lovelace" };

const changed: BulkChangeResult = {
  changed: [{ id: postId, status: "scheduled", version: 2, scheduled_for: "2027-01-15T08:30:00.000Z" }],
  refused: [
    {
      id: "019a6f00-0000-7000-8000-0000000000a2",
      error: { code: "conflict", message: "A post that is published can't be scheduled." },
      now: { id: "019a6f00-0000-7000-8000-0000000000a2", status: "published", version: 3, scheduled_for: null },
    },
  ],
  undo: "019a6f00-0000-7000-8000-000000000301",
  undo_until: "2027-01-14T08:41:00.000Z",
};
const event: PostTimelineEvent = {
  id: "019a6f00-0000-7000-8000-000000000401",
  at: "2027-01-14T08:30:00.041Z",
  kind: "part_published",
  member: null,
  detail: { part: 1, url: "https://posts.example.org/practice/practice_x/1", proof: "answer" },
};
const entry: CalendarEntry = {
  submission_id: "019a6f00-0000-7000-8000-0000000000d1",
  at: "2027-01-14T08:30:00.000Z",
  text: "We moved the release to Thursday.",
  parts: 2,
  images: 1,
  member: ada,
  posts: [{ id: postId, channel_id: channelId, channel: "x", status: "scheduled", version: 1 }],
};
const note: CalendarNote = {
  id: "019a6f00-0000-7000-8000-000000000501",
  day: "2027-01-14",
  text: "Release day",
  member: ada,
  created_at: "2027-01-10T10:00:00.000Z",
};
const ways = { app: true, email: true, push: false };
const settings: MemberSettings = {
  zone: "Europe/Berlin",
  second_zone: "America/New_York",
  week_start: 1,
  clock: "24",
  date_order: "day_first",
  density: "comfortable",
  slots: [{ id: "tuesday", weekday: 2, time: "09:00", channels: [channelId] }],
  views: [{ id: "failed-x", name: "Failed on X", query: `status=failed&channel=${channelId}` }],
  notices: {
    post_failed: ways,
    post_changed: ways,
    problem_assigned: ways,
    channel_ending: ways,
    sending_paused: ways,
    posts_held: ways,
    claim_decided: ways,
    claims_waiting: ways,
    notice_failed: ways,
  },
  checklist_hidden: false,
  always_split: false,
  numbering: false,
  undo_seconds: 5,
  threads: { [channelId]: "chain" },
  channel_sets: [{ id: "launch", name: "Launch", channel_ids: ["019a6f00-0000-7000-8000-0000000000c1"] }],
};

export const bulkChangeExamples = {
  changePosts: {
    body: { action: "schedule", posts: [{ id: postId, version: 1, scheduled_for: "2027-01-15T08:30:00Z" }] },
    answer: { data: changed },
  },
  undoChange: {
    answer: {
      data: {
        changed: [{ id: postId, status: "scheduled", version: 3, scheduled_for: "2027-01-14T08:30:00.000Z" }],
        refused: [],
        undo: null,
        undo_until: null,
      },
    },
  },
  listPostEvents: { answer: { data: [event] } },
  exportPosts: { answer: {} },
} satisfies Record<string, EndpointExample>;

export const calendarExamples = {
  getCalendar: { answer: { data: { entries: [entry], notes: [note], truncated: false, team_slots: [] } } },
  createNote: { body: { day: note.day, text: note.text }, answer: { data: note } },
  changeNote: { body: { text: "Release day, moved" }, answer: { data: { ...note, text: "Release day, moved" } } },
  deleteNote: { answer: { data: { id: note.id, deleted: true } } },
  getFeed: { answer: { data: { active: true, created_at: "2027-01-10T10:00:00.000Z", last_read_at: null } } },
  createFeed: { answer: { data: { url: "https://posts.example.org/calendar.ics?token=…" } } },
  revokeFeed: { answer: { data: { revoked: true } } },
  getNextSlot: { answer: { data: { at: "2027-01-19T08:00:00.000Z", slots: 1 } } },
} satisfies Record<string, EndpointExample>;

export const settingsExamples = {
  getSettings: { answer: { data: settings } },
  changeSettings: { body: { clock: "12" }, answer: { data: { ...settings, clock: "12" } } },
} satisfies Record<string, EndpointExample>;
