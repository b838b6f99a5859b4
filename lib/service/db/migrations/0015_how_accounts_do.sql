-- Accounts are asked who they are now and then, and their pictures are kept here.
ALTER TABLE "channels" ADD COLUMN "avatar_file" text;
--> statement-breakpoint
-- Null: never, as of practice channels.
ALTER TABLE "channels" ADD COLUMN "check_after" timestamp with time zone;
--> statement-breakpoint
CREATE INDEX "channels_to_check" ON "channels" ("check_after") WHERE "check_after" IS NOT NULL AND "removed_at" IS NULL;
--> statement-breakpoint
CREATE INDEX "channels_avatar" ON "channels" ("avatar_file") WHERE "avatar_file" IS NOT NULL;
