-- Who looks after the failed posts of one cause; one person for the whole organization.
CREATE TABLE "inbox_assignments" (
	"org_id" uuid NOT NULL REFERENCES "organizations" ("id") ON DELETE CASCADE,
	"cause_key" text NOT NULL,
	"member_id" uuid NOT NULL REFERENCES "members" ("id"),
	"assigned_by" uuid NOT NULL REFERENCES "members" ("id"),
	"assigned_at" timestamptz(3) NOT NULL,
	PRIMARY KEY ("org_id", "cause_key")
);
--> statement-breakpoint
-- Items that a member wants to see again later. A change after `snoozed_at` brings them back before.
CREATE TABLE "inbox_snoozes" (
	"member_id" uuid NOT NULL REFERENCES "members" ("id") ON DELETE CASCADE,
	"cause_key" text NOT NULL,
	"until" timestamptz(3) NOT NULL,
	"snoozed_at" timestamptz(3) NOT NULL,
	PRIMARY KEY ("member_id", "cause_key")
);
--> statement-breakpoint
-- The failures of an organization's inbox.
CREATE INDEX "notices_org_failed" ON "notices" ("org_id", "cause_key", "created_at") WHERE kind = 'post_failed' AND done_at IS NULL;
