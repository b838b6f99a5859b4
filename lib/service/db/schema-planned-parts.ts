import { integer, jsonb, pgTable, primaryKey, text, timestamp, uniqueIndex, uuid } from "./drizzle.ts";
import { posts } from "./schema.ts";

const at = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: "date" });

/** The stored plan: one row per element that goes out, made once before the first call. */
export const plannedParts = pgTable(
  "planned_parts",
  {
    postId: uuid("post_id")
      .notNull()
      .references(() => posts.id, { onDelete: "cascade" }),
    channelId: uuid("channel_id").notNull(),
    number: integer("number").notNull(),
    text: text("text").notNull(),
    /** What the platform may deduplicate by: derived from post id and number. */
    partKey: text("part_key").notNull(),
    state: text("state", { enum: ["waiting", "sending", "sent", "unknown"] })
      .notNull()
      .default("waiting"),
    startedAt: at("started_at"),
    sentAt: at("sent_at"),
    remoteId: text("remote_id"),
    url: text("url"),
    /** How we know that it stands there: the answer, a look-up, or the member's word. */
    proof: text("proof", { enum: ["answer", "key", "timeline", "duplicate", "member"] }),
    /** A sentence for the author where it is published, but not as it was sent. */
    note: text("note"),
    removedAt: at("removed_at"),
    /** What the connector made of it before the first call, and what it has got ready since. */
    wire: jsonb("wire").$type<Record<string, unknown>>().notNull().default({}),
    prepared: jsonb("prepared").$type<Record<string, unknown>>(),
    /** When the post was first planned; what is made of it is the same on every try. */
    plannedAt: at("planned_at").notNull().defaultNow(),
    /** How often it was sent again after a request without a clear answer. */
    resends: integer("resends").notNull().default(0),
    /** When earlier requests left of which nobody knows what became. */
    sentBefore: at("sent_before").array().notNull().default([]),
    /** What its platform said when it refused the latest request as a repeat. */
    refused: text("refused"),
  },
  (t) => [
    primaryKey({ columns: [t.postId, t.number] }),
    uniqueIndex("planned_parts_remote").on(t.channelId, t.remoteId),
  ],
);
