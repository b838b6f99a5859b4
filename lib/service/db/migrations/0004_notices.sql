-- What members are told, and how it gets to them.
ALTER TABLE "channels" ADD COLUMN "access_ends_at" timestamp (3) with time zone;
--> statement-breakpoint
CREATE TABLE "notices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"org_id" uuid NOT NULL,
	"member_id" uuid NOT NULL REFERENCES "members"("id"),
	"kind" text NOT NULL,
	-- Groups what one cause has brought about.
	"cause_key" text NOT NULL,
	"post_id" uuid REFERENCES "posts"("id") ON DELETE CASCADE,
	"channel_id" uuid REFERENCES "channels"("id"),
	"detail" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"read_at" timestamp (3) with time zone,
	"done_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE INDEX "notices_open" ON "notices" ("member_id", "created_at" DESC) WHERE done_at IS NULL;
--> statement-breakpoint
CREATE INDEX "notices_post" ON "notices" ("post_id");
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
-- Letters and push messages on their way.
CREATE TABLE "notice_sendings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"member_id" uuid NOT NULL REFERENCES "members"("id"),
	"way" text NOT NULL,
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
