-- The API key that made it; null for what a person made when signed in as themselves, and for what is older than this.
ALTER TABLE "api_keys" ADD COLUMN "made_by_key" uuid REFERENCES "api_keys" ("id") ON DELETE SET NULL;
--> statement-breakpoint
ALTER TABLE "calendar_feeds" ADD COLUMN "made_by_key" uuid REFERENCES "api_keys" ("id") ON DELETE SET NULL;
--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD COLUMN "made_by_key" uuid REFERENCES "api_keys" ("id") ON DELETE SET NULL;
--> statement-breakpoint
ALTER TABLE "webhooks" ADD COLUMN "made_by_key" uuid REFERENCES "api_keys" ("id") ON DELETE SET NULL;
--> statement-breakpoint
ALTER TABLE "invitations" ADD COLUMN "made_by_key" uuid REFERENCES "api_keys" ("id") ON DELETE SET NULL;
--> statement-breakpoint
CREATE INDEX "api_keys_made_by_key" ON "api_keys" ("made_by_key") WHERE "made_by_key" IS NOT NULL;
--> statement-breakpoint
-- A deactivation ends these for good; they were kept until now.
DELETE FROM "calendar_feeds" f USING "members" m WHERE m."id" = f."member_id" AND m."removed_at" IS NOT NULL;
--> statement-breakpoint
DELETE FROM "push_subscriptions" s USING "members" m WHERE m."id" = s."member_id" AND m."removed_at" IS NOT NULL;
