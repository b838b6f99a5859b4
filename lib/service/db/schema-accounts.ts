import { customType, pgTable, text, timestamp, uuid } from "./drizzle.ts";

/** People and how they sign in. */
const bytea = customType<{ data: Buffer }>({ dataType: () => "bytea" });
const at = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: "date" });
const createdAt = at("created_at").notNull().defaultNow();

/** A person, who may be a member of several organizations. Members who only use API keys have none. */
export const accounts = pgTable("accounts", {
  id: uuid("id").primaryKey(),
  /** As it was typed; compared in lower case. */
  email: text("email").notNull(),
  name: text("name").notNull(),
  /** argon2id in its own text form; null while the person has no password. */
  passwordHash: text("password_hash"),
  passwordSetAt: at("password_set_at"),
  createdAt,
});

export const passwordResets = pgTable("password_resets", {
  id: uuid("id").primaryKey(),
  accountId: uuid("account_id").notNull(),
  tokenHash: bytea("token_hash").notNull().unique(),
  /** The administrator who gave out the link; null where it was sent by e-mail. */
  madeBy: uuid("made_by"),
  createdAt,
  expiresAt: at("expires_at").notNull(),
  usedAt: at("used_at"),
});
