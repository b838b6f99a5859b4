-- Who a link to set a password was given to: by e-mail to the account's address, by an administrator, or by the server's own output.
ALTER TABLE "password_resets" ADD COLUMN "source" text DEFAULT 'email' NOT NULL CHECK ("source" IN ('email', 'admin', 'server'));
--> statement-breakpoint
UPDATE "password_resets" SET "source" = 'admin' WHERE "made_by" IS NOT NULL;
--> statement-breakpoint
-- When the person proved that they read the mail of the account's address: by a link that was sent there. Null: never.
ALTER TABLE "accounts" ADD COLUMN "email_confirmed_at" timestamp (3) with time zone;
