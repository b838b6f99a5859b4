-- After a platform has asked our application to wait, its accounts take turns for a while: one post at a time, the account
-- whose turn was longest ago first.
ALTER TABLE "app_waits" ADD COLUMN "turns_until" timestamp with time zone;
--> statement-breakpoint
-- Our sentence on what a person has to mend there before anything goes out; null where we were asked to slow down.
ALTER TABLE "app_waits" ADD COLUMN "said" text;
--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN "turn_at" timestamp with time zone;
--> statement-breakpoint
-- For the timer that wakes at the end of a wait.
CREATE INDEX "channels_waiting" ON "channels" ("wait_until") WHERE "wait_until" IS NOT NULL;
