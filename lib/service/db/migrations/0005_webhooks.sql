-- The organization's outgoing webhooks and what was sent to them. Secrets are sealed; times are the database's.
CREATE TABLE "webhooks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"org_id" uuid NOT NULL REFERENCES "organizations"("id"),
	"url" text NOT NULL,
	"events" text[] NOT NULL,
	"secret" text NOT NULL,
	-- Signs beside the new one until then.
	"former_secret" text,
	"former_secret_until" timestamp (3) with time zone,
	"enabled" boolean DEFAULT true NOT NULL,
	-- Why the service itself switched it off.
	"off_reason" text,
	-- Administrators were told that a message did not arrive, and nothing has arrived since.
	"failing_told_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "webhooks_org" ON "webhooks" ("org_id", "id");
--> statement-breakpoint
-- One message to one webhook. `attempts` grows when one begins, and fences its result: one that was taken for dead
-- writes nothing over its successor's. `attempts_before` are those of the time before somebody sent it again.
CREATE TABLE "webhook_deliveries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"webhook_id" uuid NOT NULL REFERENCES "webhooks"("id") ON DELETE CASCADE,
	"message_id" text NOT NULL,
	"event" text NOT NULL,
	"payload" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"attempts_before" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp (3) with time zone,
	"lease_until" timestamp (3) with time zone,
	-- After this time no further attempt is planned.
	"give_up_at" timestamp (3) with time zone NOT NULL,
	-- A person asked for it, so it goes out although the webhook is off.
	"asked_for" boolean DEFAULT false NOT NULL,
	"attempted_at" timestamp (3) with time zone,
	"status" integer,
	"error" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE INDEX "webhook_deliveries_due" ON "webhook_deliveries" ("webhook_id", "due_at") WHERE state = 'waiting';
--> statement-breakpoint
CREATE INDEX "webhook_deliveries_newest" ON "webhook_deliveries" ("webhook_id", "created_at" DESC, "id" DESC);
