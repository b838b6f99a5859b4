-- Since when a post may have gone out that a restored backup doesn't know of; null once it was looked for.
ALTER TABLE "posts" ADD COLUMN "look_from" timestamp (3) with time zone;
--> statement-breakpoint
-- When that backup was restored: it went out before then, if it did.
ALTER TABLE "posts" ADD COLUMN "restored_at" timestamp (3) with time zone;
