-- An app that a person connected in the browser acts through an API key of its own kind. Nobody gets the value of that
-- key: the app holds tokens that lead to it.
ALTER TABLE "api_keys" DROP CONSTRAINT "api_keys_kind_check",
	ADD CONSTRAINT "api_keys_kind_check" CHECK ("kind" IN ('key', 'session', 'app'));

-- Apps that registered themselves. Anybody may add a row, so rows that nobody connected are few and expire.
CREATE TABLE "app_clients" (
	"id" uuid PRIMARY KEY,
	"name" text NOT NULL,
	"redirect_uris" text[] NOT NULL,
	"created_at" timestamptz(3) NOT NULL,
	"connected_at" timestamptz(3)
);
CREATE INDEX "app_clients_unused" ON "app_clients" ("created_at") WHERE "connected_at" IS NULL;

-- One connection: the client, where its answer went, and the challenge that its first request must match.
CREATE TABLE "connected_apps" (
	"key_id" uuid PRIMARY KEY REFERENCES "api_keys" ("id") ON DELETE CASCADE,
	"client_id" text NOT NULL,
	"redirect_uri" text NOT NULL,
	"code_challenge" text NOT NULL
);

-- Only hashes. Used tokens stay until they expire, so that a second use is noticed.
CREATE TABLE "app_tokens" (
	"hash" bytea PRIMARY KEY,
	"key_id" uuid NOT NULL REFERENCES "connected_apps" ("key_id") ON DELETE CASCADE,
	"type" text NOT NULL CHECK ("type" IN ('code', 'access', 'refresh')),
	"expires_at" timestamptz(3) NOT NULL,
	"used_at" timestamptz(3)
);
CREATE INDEX "app_tokens_key" ON "app_tokens" ("key_id");
CREATE INDEX "app_tokens_end" ON "app_tokens" ("expires_at");
