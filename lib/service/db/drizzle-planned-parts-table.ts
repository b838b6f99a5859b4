import { integer, jsonb, pgTable, primaryKey, text, timestamp, uniqueIndex, uuid } from "./drizzle-exports.ts";
import { posts } from "./drizzle-tables.ts";

const at = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: "date" });

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
