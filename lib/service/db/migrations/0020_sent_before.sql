-- When earlier requests for this part left of which nobody knows what became: a look covers their time too.
ALTER TABLE "planned_parts" ADD COLUMN "sent_before" timestamp (3) with time zone[] NOT NULL DEFAULT '{}';
--> statement-breakpoint
-- What its platform said when it refused the latest request as a repeat; null where it did not.
ALTER TABLE "planned_parts" ADD COLUMN "refused" text;
