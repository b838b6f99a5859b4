-- A member's settings, notes on days, the private calendar feed.
CREATE TABLE "member_settings" (
	"member_id" uuid PRIMARY KEY NOT NULL REFERENCES "members"("id"),
	"settings" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "day_notes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"org_id" uuid NOT NULL REFERENCES "organizations"("id"),
	"member_id" uuid NOT NULL REFERENCES "members"("id"),
	"day" date NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "day_notes_day" ON "day_notes" ("org_id", "day");
--> statement-breakpoint
CREATE TABLE "calendar_feeds" (
	"member_id" uuid PRIMARY KEY NOT NULL REFERENCES "members"("id"),
	-- SHA-256 of the token; the token itself is shown once and never kept.
	"hash" "bytea" NOT NULL UNIQUE,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_read_at" timestamp (3) with time zone
);
