-- Items of posts that stopped on their way and were taken down again: what goes out in their place is another item.
CREATE TABLE "parts_taken_down" (
	"post_id" uuid NOT NULL REFERENCES "posts"("id") ON DELETE CASCADE,
	"channel_id" uuid NOT NULL,
	"number" integer NOT NULL,
	-- Null: it stood there by its author's word alone.
	"remote_id" text,
	"url" text,
	"sent_at" timestamp (3) with time zone,
	"taken_down_at" timestamp (3) with time zone NOT NULL,
	-- By its author, on the platform itself.
	"by_hand" boolean NOT NULL
);
--> statement-breakpoint
CREATE INDEX "parts_taken_down_post" ON "parts_taken_down" ("post_id");
--> statement-breakpoint
CREATE INDEX "parts_taken_down_channel" ON "parts_taken_down" ("channel_id", "sent_at") WHERE "remote_id" IS NOT NULL;
