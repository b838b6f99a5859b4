-- Attempts to sign in, counted over all processes, in the form that the package "rate-limiter-flexible" reads.
CREATE TABLE "sign_in_guesses" (
	"key" varchar(255) PRIMARY KEY,
	"points" integer NOT NULL DEFAULT 0,
	"expire" bigint
);
--> statement-breakpoint
CREATE INDEX "sign_in_guesses_expire" ON "sign_in_guesses" ("expire");
--> statement-breakpoint
-- Whose the points of a post are that was given to another member; null: its member's.
ALTER TABLE "posts" ADD COLUMN "credit_to" uuid REFERENCES "members"("id");
