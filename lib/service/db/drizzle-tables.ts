import {
  bigint,
  boolean,
  customType,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  sql,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "./drizzle-exports.ts";

/**
 * The tables that Drizzle reads. The SQL beside this file in `migrations/` creates these and the other tables, such as
 * the practice platform's own store.
 */
const bytea = customType<{ data: Buffer }>({ dataType: () => "bytea" });
const at = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: "date" });
const createdAt = at("created_at").notNull().defaultNow();

/** A person, who may be a member of several organizations. Members who only use API keys have none. */
export const accounts = pgTable("accounts", {
  id: uuid("id").primaryKey(),
  /** As typed; compared in lower case. */
  email: text("email").notNull(),
  name: text("name").notNull(),
  /** argon2id in its own text form; null while the person has no password. */
  passwordHash: text("password_hash"),
  passwordSetAt: at("password_set_at"),
  /** The time when the person used a link sent to `email`; null while nobody has proved that they read its mail. */
  emailConfirmedAt: at("email_confirmed_at"),
  createdAt,
});

export const organizations = pgTable("organizations", {
  id: uuid("id").primaryKey(),
  name: text("name").notNull(),
  slug: text("slug").notNull().unique(),
  /** The shape of OrganizationSettings without its defaults. */
  settings: jsonb("settings").$type<Record<string, unknown>>().notNull().default({}),
  createdAt,
});

export const members = pgTable("members", {
  id: uuid("id").primaryKey(),
  orgId: uuid("org_id")
    .notNull()
    .references(() => organizations.id),
  name: text("name").notNull(),
  email: text("email").notNull(),
  role: text("role", { enum: ["owner", "admin", "member"] }).notNull(),
  accountId: uuid("account_id"),
  createdAt,
  removedAt: at("removed_at"),
});

/** All-time approved points, updated in the ledger's transaction. */
export const memberTotals = pgTable("member_totals", {
  memberId: uuid("member_id")
    .primaryKey()
    .references(() => members.id),
  orgId: uuid("org_id").notNull(),
  points: integer("points").notNull().default(0),
});

export const apiKeys = pgTable("api_keys", {
  id: uuid("id").primaryKey(),
  memberId: uuid("member_id")
    .notNull()
    .references(() => members.id),
  name: text("name").notNull(),
  /** SHA-256 of the whole key; the key itself is shown once and never stored. */
  hash: bytea("hash").notNull().unique(),
  /** The last four characters, so that a person can tell keys apart. */
  ending: text("ending").notNull(),
  scopes: text("scopes").array().notNull(),
  /**
   * A `session` key belongs to one sign-in and appears among the sessions only. An `app` key belongs to a connected app,
   * whose tokens lead to it; nobody has its value.
   */
  kind: text("kind", { enum: ["key", "session", "app"] })
    .notNull()
    .default("key"),
  createdAt,
  expiresAt: at("expires_at"),
  /** Addresses or ranges from which the key works; empty means any. */
  addresses: text("addresses").array().notNull().default([]),
  lastUsedAt: at("last_used_at"),
  lastUsedRoute: text("last_used_route"),
  replacedBy: uuid("replaced_by"),
  /** Whether `SETUP_KEY` gave the value. */
  fromSetup: boolean("from_setup").notNull().default(false),
  /** True for a key that may write drafts and nothing else. */
  draftsOnly: boolean("drafts_only").notNull().default(false),
  revokedAt: at("revoked_at"),
  /** The key that made it; null for a key that a person made when signed in as themselves. */
  madeByKey: uuid("made_by_key"),
});

export const sessions = pgTable("sessions", {
  id: uuid("id").primaryKey(),
  keyId: uuid("key_id")
    .notNull()
    .references(() => apiKeys.id),
  accountId: uuid("account_id"),
  way: text("way", { enum: ["key", "password", "passkey", "provider", "invitation", "setup"] })
    .notNull()
    .default("key"),
  device: text("device").notNull().default(""),
  createdAt,
  lastUsedAt: at("last_used_at"),
  closedAt: at("closed_at"),
  /** The time of the person's last proof of identity; null for a session of an API key. */
  provedAt: at("proved_at"),
  /** Whether two factors were proved: a passkey, or a code beside a password or provider. */
  twoFactor: boolean("two_factor").notNull().default(false),
});

export const channels = pgTable("channels", {
  id: uuid("id").primaryKey(),
  orgId: uuid("org_id")
    .notNull()
    .references(() => organizations.id),
  platform: text("platform").notNull(),
  name: text("name").notNull(),
  username: text("username").notNull(),
  verified: boolean("verified").notNull().default(false),
  practice: boolean("practice").notNull().default(false),
  state: text("state", { enum: ["connected", "reconnect"] })
    .notNull()
    .default("connected"),
  /** The time since which the state is `reconnect`, written by a trigger; meaningless in another state. */
  signedOutAt: at("signed_out_at"),
  /** Only one worker publishes on a channel at a time, so that parts of two posts never interleave in one account. */
  leaseUntil: at("lease_until"),
  fence: bigint("fence", { mode: "number" }).notNull().default(0),
  /** The end of a pause that the platform requested; nothing is published on this channel before. */
  waitUntil: at("wait_until"),
  /** The time when the platform will require a new connection, where it announces one. */
  accessEndsAt: at("access_ends_at"),
  /** Name of the stored picture of the account; null without one. */
  avatarFile: text("avatar_file"),
  /** True while a pause of the channel or of its organization is active, see `sending_pauses`. */
  paused: boolean("paused").notNull().default(false),
  /** Whether only the members in channel_members may use the channel. */
  restricted: boolean("restricted").notNull().default(false),
  /** The reported limits and version of the account's server. */
  told: jsonb("told").$type<Record<string, unknown>>().notNull().default({}),
  createdAt,
  removedAt: at("removed_at"),
});

export const media = pgTable("media", {
  id: uuid("id").primaryKey(),
  orgId: uuid("org_id").notNull(),
  memberId: uuid("member_id")
    .notNull()
    .references(() => members.id),
  /** Unguessable name for storage and URL, with its extension. */
  fileName: text("file_name").notNull().unique(),
  mime: text("mime").notNull(),
  sizeBytes: integer("size_bytes").notNull(),
  width: integer("width").notNull(),
  height: integer("height").notNull(),
  /** More than 1 means animated; some platforms accept no animation. */
  frames: integer("frames").notNull().default(1),
  /** The description for people who can't see the image; empty without one. */
  alt: text("alt").notNull().default(""),
  sha256: bytea("sha256").notNull(),
  createdAt,
});

export type StoredPart = { text: string };
export type StoredLinkCard = { url: string | null; title?: string | null; description?: string | null };

export const posts = pgTable(
  "posts",
  {
    id: uuid("id").primaryKey(),
    orgId: uuid("org_id").notNull(),
    memberId: uuid("member_id")
      .notNull()
      .references(() => members.id),
    submissionId: uuid("submission_id").notNull(),
    channelId: uuid("channel_id")
      .notNull()
      .references(() => channels.id),
    platform: text("platform").notNull(),
    status: text("status", { enum: ["draft", "scheduled", "publishing", "published", "failed", "canceled"] }).notNull(),
    delivery: text("delivery", { enum: ["thread", "joined"] }).notNull(),
    parts: jsonb("parts").$type<StoredPart[]>().notNull(),
    /** The author's choice about the cards of links; null: each part gets the card of its first link. */
    linkCard: jsonb("link_card").$type<StoredLinkCard>(),
    /** The author's choice about a text of several parts; null: the rule of the platform. */
    threadChoice: text("thread_choice", { enum: ["chain", "join"] }),
    points: integer("points").notNull(),
    /** The member who gets the points, where the post was transferred to another member; null: the post's member. */
    creditTo: uuid("credit_to").references(() => members.id),
    scheduledFor: at("scheduled_for"),
    /** The time of a worker's next attempt; null without one. The truth, for which the queue is only a wake-up. */
    dueAt: at("due_at"),
    leaseUntil: at("lease_until"),
    fence: bigint("fence", { mode: "number" }).notNull().default(0),
    attempts: integer("attempts").notNull().default(0),
    error: text("error"),
    failureCause: text("failure_cause"),
    failurePart: integer("failure_part"),
    publishedAt: at("published_at"),
    deletedAt: at("deleted_at"),
    takenDownAt: at("taken_down_at"),
    /**
     * The earliest time at which the post may have been published without a restored backup knowing; null after the
     * lookup.
     */
    lookFrom: at("look_from"),
    restoredAt: at("restored_at"),
    /** The way the post was created; null for posts from before the column. */
    createdVia: text("created_via", { enum: ["dashboard", "api", "mcp"] }),
    version: integer("version").notNull().default(1),
    createdAt,
    updatedAt: at("updated_at").notNull().defaultNow(),
  },
  (t) => [
    index("posts_newest").on(t.memberId, t.createdAt.desc(), t.id.desc()).where(sql`deleted_at is null`),
    index("posts_newest_by_status")
      .on(t.memberId, t.status, t.createdAt.desc(), t.id.desc())
      .where(sql`deleted_at is null`),
    index("posts_due").on(t.channelId, t.dueAt).where(sql`due_at is not null and deleted_at is null`),
    index("posts_next_due").on(t.dueAt).where(sql`due_at is not null and deleted_at is null`),
    index("posts_submission").on(t.submissionId),
  ],
);

export const postMedia = pgTable(
  "post_media",
  {
    postId: uuid("post_id")
      .notNull()
      .references(() => posts.id, { onDelete: "cascade" }),
    /** The order of all images of the post, over its parts. */
    position: integer("position").notNull(),
    /** The number of the part that has the image, starting at 1. */
    part: integer("part").notNull().default(1),
    mediaId: uuid("media_id")
      .notNull()
      .references(() => media.id),
  },
  (t) => [primaryKey({ columns: [t.postId, t.position] }), index("post_media_media").on(t.mediaId)],
);

/** The stored plan: one row per part, created once before the first request. */
export const plannedParts = pgTable(
  "planned_parts",
  {
    postId: uuid("post_id")
      .notNull()
      .references(() => posts.id, { onDelete: "cascade" }),
    channelId: uuid("channel_id").notNull(),
    number: integer("number").notNull(),
    text: text("text").notNull(),
    /** A key by which the platform may deduplicate: derived from post id and number. */
    partKey: text("part_key").notNull(),
    state: text("state", { enum: ["waiting", "sending", "sent", "unknown"] })
      .notNull()
      .default("waiting"),
    startedAt: at("started_at"),
    sentAt: at("sent_at"),
    remoteId: text("remote_id"),
    url: text("url"),
    /** The proof that the part is published: the response, a lookup, or the member's word. */
    proof: text("proof", { enum: ["answer", "key", "timeline", "duplicate", "member"] }),
    /** A sentence for the author where the part is published, but not as it was sent. */
    note: text("note"),
    removedAt: at("removed_at"),
    /** The connector's payload from before the first request, and the data it has prepared since. */
    wire: jsonb("wire").$type<Record<string, unknown>>().notNull().default({}),
    prepared: jsonb("prepared").$type<Record<string, unknown>>(),
    /** The time of the first plan; each attempt builds the same payload from it. */
    plannedAt: at("planned_at").notNull().defaultNow(),
    /** Since when lookups that the platform answered have found nothing, without a failed one in between. */
    absentSince: at("absent_since"),
    /** Number of repeated requests after one without a clear response. */
    resends: integer("resends").notNull().default(0),
    /** Times of earlier requests whose result is unknown. */
    sentBefore: at("sent_before").array().notNull().default([]),
    /** The platform's message when it refused the latest request as a duplicate. */
    refused: text("refused"),
  },
  (t) => [
    primaryKey({ columns: [t.postId, t.number] }),
    uniqueIndex("planned_parts_remote").on(t.channelId, t.remoteId),
  ],
);

/** Events of a post, for its timeline. Append-only. */
export const postEvents = pgTable(
  "post_events",
  {
    id: uuid("id").primaryKey(),
    postId: uuid("post_id")
      .notNull()
      .references(() => posts.id, { onDelete: "cascade" }),
    at: at("at").notNull().defaultNow(),
    kind: text("kind").notNull(),
    memberId: uuid("member_id"),
    detail: jsonb("detail").$type<Record<string, string | number | null>>().notNull().default({}),
  },
  (t) => [index("post_events_post").on(t.postId, t.at)],
);

export const idempotencyKeys = pgTable(
  "idempotency_keys",
  {
    memberId: uuid("member_id").notNull(),
    endpoint: text("endpoint").notNull(),
    key: text("key").notNull(),
    requestHash: bytea("request_hash").notNull(),
    /** Null while the first request is in progress. */
    status: integer("status"),
    body: text("body"),
    createdAt,
  },
  (t) => [primaryKey({ columns: [t.memberId, t.endpoint, t.key] })],
);

/** Single-row facts of the installation, such as the hash of the one-time setup token. */
export const facts = pgTable("facts", {
  name: text("name").primaryKey(),
  value: jsonb("value").notNull(),
});
