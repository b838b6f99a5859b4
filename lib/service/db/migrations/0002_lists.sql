-- Lists, search and bulk changes.
ALTER TABLE "posts" ADD COLUMN "taken_down_at" timestamp (3) with time zone;
--> statement-breakpoint
CREATE TABLE "post_changes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"member_id" uuid NOT NULL,
	"action" text NOT NULL,
	-- Of each post: how it stood before, and the version it had after.
	"before" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"undone_at" timestamp (3) with time zone
);
