-- What is being written, and templates. The id is chosen by whoever writes, so it is one of its member alone.
CREATE TABLE "drafts" (
	"member_id" uuid NOT NULL REFERENCES "members"("id"),
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"version" integer NOT NULL,
	-- As it was sent: nothing in it is looked for.
	"content" json NOT NULL,
	-- What a list shows of it.
	"summary" json NOT NULL,
	-- Its text in small letters, for the search.
	"words" text NOT NULL,
	-- The images it holds against the sweep of unused ones.
	"media_ids" uuid[] NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	-- The posts that were created from it, and their submission.
	"became" uuid[] DEFAULT '{}' NOT NULL,
	"submission_id" uuid,
	PRIMARY KEY ("member_id", "id")
);
--> statement-breakpoint
CREATE INDEX "drafts_newest" ON "drafts" ("member_id", "kind", "updated_at" DESC, "id" DESC) WHERE "deleted_at" IS NULL;
--> statement-breakpoint
CREATE INDEX "drafts_deleted" ON "drafts" ("deleted_at") WHERE "deleted_at" IS NOT NULL;
--> statement-breakpoint
CREATE INDEX "drafts_media" ON "drafts" USING gin ("media_ids");
