-- What members are told, and how it gets to them.
ALTER TABLE "channels" ADD COLUMN "access_ends_at" timestamp (3) with time zone;
--> statement-breakpoint
-- Neither posts nor channels are referenced: a foreign key would lock the row of a post that is being sent. What is shown
-- is joined with them, so a notice of a post that is gone is not seen, and a sweep removes it.
CREATE TABLE "notices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"org_id" uuid NOT NULL,
	"member_id" uuid NOT NULL REFERENCES "members"("id"),
	"kind" text NOT NULL,
	-- Groups what one cause has brought about.
	"cause_key" text NOT NULL,
	"post_id" uuid,
	"channel_id" uuid,
	"detail" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"read_at" timestamp (3) with time zone,
	"done_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE INDEX "notices_open" ON "notices" ("member_id", "created_at" DESC) WHERE done_at IS NULL;
--> statement-breakpoint
CREATE INDEX "notices_newest" ON "notices" ("member_id", "created_at" DESC);
--> statement-breakpoint
-- A post has one notice: a later failure takes the place of the earlier one. So has anything else that can be told of.
CREATE UNIQUE INDEX "notices_post" ON "notices" ("post_id") WHERE post_id IS NOT NULL;
--> statement-breakpoint
CREATE UNIQUE INDEX "notices_cause" ON "notices" ("member_id", "cause_key") WHERE post_id IS NULL;
--> statement-breakpoint
CREATE TABLE "push_subscriptions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"member_id" uuid NOT NULL REFERENCES "members"("id"),
	"endpoint" text NOT NULL UNIQUE,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "push_subscriptions_member" ON "push_subscriptions" ("member_id");
--> statement-breakpoint
-- Letters and push messages on their way.
CREATE TABLE "notice_sendings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"member_id" uuid NOT NULL REFERENCES "members"("id"),
	"way" text NOT NULL,
	-- Of a push message: the browser it goes to.
	"subscription_id" uuid REFERENCES "push_subscriptions"("id") ON DELETE CASCADE,
	-- What it is about; null for a digest of several.
	"cause_key" text,
	"notice_ids" uuid[] NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"error" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE INDEX "notice_sendings_due" ON "notice_sendings" ("due_at") WHERE state = 'waiting';
--> statement-breakpoint
CREATE INDEX "notice_sendings_newest" ON "notice_sendings" ("member_id", "created_at" DESC);
--> statement-breakpoint
-- Posts that failed before there was an inbox.
INSERT INTO notices (id, org_id, member_id, kind, cause_key, post_id, channel_id, detail, created_at)
  SELECT gen_random_uuid(), org_id, member_id, 'post_failed',
    concat_ws(':', 'post_failed', coalesce(failure_cause, 'unknown'), channel_id,
      CASE WHEN failure_cause = 'unconfirmed' THEN id::text END),
    id, channel_id,
    jsonb_build_object('cause', failure_cause, 'platform', platform, 'part', failure_part, 'message', error), updated_at
  FROM posts WHERE status = 'failed' AND deleted_at IS NULL;
