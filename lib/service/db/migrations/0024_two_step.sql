-- When a session's person last proved who they are, and whether two factors were proved. A session of an API key proves nobody.
ALTER TABLE "sessions"
	ADD COLUMN "proved_at" timestamp (3) with time zone,
	ADD COLUMN "two_factor" boolean NOT NULL DEFAULT false;
--> statement-breakpoint
-- A passkey verifies its user: the device is one factor, fingerprint or screen lock the other.
UPDATE "sessions" SET "two_factor" = true WHERE "way" = 'passkey';
--> statement-breakpoint
DROP TRIGGER "sessions_changed" ON "sessions";
--> statement-breakpoint
CREATE TRIGGER sessions_changed AFTER UPDATE OF closed_at, key_id, two_factor OR DELETE ON sessions
  FOR EACH STATEMENT EXECUTE FUNCTION keys_changed();
--> statement-breakpoint
-- What a session may do depends on this rule of its organization.
CREATE TRIGGER organizations_two_step AFTER UPDATE OF settings ON organizations FOR EACH ROW
  WHEN (OLD.settings -> 'require_two_step' IS DISTINCT FROM NEW.settings -> 'require_two_step')
  EXECUTE FUNCTION keys_changed();
--> statement-breakpoint
-- The shared secret of an account's authenticator app, sealed. `pending` is one that was shown and not confirmed yet.
CREATE TABLE "authenticator_apps" (
	"account_id" uuid PRIMARY KEY NOT NULL REFERENCES "accounts"("id") ON DELETE CASCADE,
	"secret" text,
	"pending" text,
	"last_step" bigint,
	"confirmed_at" timestamp (3) with time zone,
	CHECK (("secret" IS NULL) = ("confirmed_at" IS NULL))
);
--> statement-breakpoint
-- SHA-256 of codes of 120 random bits, each of which signs in once in place of the app.
CREATE TABLE "recovery_codes" (
	"account_id" uuid NOT NULL REFERENCES "accounts"("id") ON DELETE CASCADE,
	"hash" "bytea" NOT NULL,
	"used_at" timestamp (3) with time zone,
	PRIMARY KEY ("account_id", "hash")
);
