import { pgTable, text, timestamp, uuid } from "./drizzle-exports.ts";

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
