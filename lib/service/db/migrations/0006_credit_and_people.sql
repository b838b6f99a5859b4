-- Who may do the last things of an organization: the one who set it up becomes its owner.
UPDATE "members" SET "role" = 'owner' WHERE "id" IN (
  SELECT DISTINCT ON ("org_id") "id" FROM "members" WHERE "role" = 'admin' AND "removed_at" IS NULL
  ORDER BY "org_id", "created_at", "id");
--> statement-breakpoint
ALTER TABLE "members" ADD CONSTRAINT "members_role" CHECK ("role" IN ('owner', 'admin', 'member'));
--> statement-breakpoint
CREATE INDEX "members_org" ON "members" ("org_id", "name", "id");
--> statement-breakpoint
-- How an organization wants things; read through its schema, so a missing key is its default.
ALTER TABLE "organizations" ADD COLUMN "settings" jsonb NOT NULL DEFAULT '{}'::jsonb;
--> statement-breakpoint
-- A person, who may be a member of several organizations. Members who only use API keys have none.
CREATE TABLE "accounts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"password_hash" text,
	"password_set_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "accounts_email" ON "accounts" (lower("email"));
--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "account_id" uuid REFERENCES "accounts"("id");
--> statement-breakpoint
CREATE UNIQUE INDEX "members_account" ON "members" ("account_id", "org_id") WHERE "account_id" IS NOT NULL;
--> statement-breakpoint
CREATE TABLE "passkeys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL REFERENCES "accounts"("id"),
	"credential_id" text NOT NULL UNIQUE,
	"public_key" "bytea" NOT NULL,
	"counter" bigint NOT NULL DEFAULT 0,
	"transports" text[] NOT NULL DEFAULT '{}',
	"name" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE INDEX "passkeys_account" ON "passkeys" ("account_id");
--> statement-breakpoint
-- Who somebody is at an OpenID provider.
CREATE TABLE "account_identities" (
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"account_id" uuid NOT NULL REFERENCES "accounts"("id"),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	PRIMARY KEY ("issuer", "subject")
);
--> statement-breakpoint
-- What a sign-in under way must be answered with, once: a passkey's challenge, a provider's state.
CREATE TABLE "sign_in_challenges" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"account_id" uuid,
	"data" jsonb NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "password_resets" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL REFERENCES "accounts"("id"),
	"token_hash" "bytea" NOT NULL UNIQUE,
	"made_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "invitations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"org_id" uuid NOT NULL REFERENCES "organizations"("id"),
	"email" text,
	"role" text NOT NULL CHECK ("role" IN ('admin', 'member')),
	"token_hash" "bytea" NOT NULL UNIQUE,
	"made_by" uuid NOT NULL REFERENCES "members"("id"),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	"used_by" uuid,
	"revoked_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE INDEX "invitations_org" ON "invitations" ("org_id", "created_at" DESC);
--> statement-breakpoint
-- A session by password, passkey or provider has a key of its own, which no list of API keys shows.
ALTER TABLE "api_keys"
	ADD COLUMN "kind" text NOT NULL DEFAULT 'key' CHECK ("kind" IN ('key', 'session')),
	ADD COLUMN "expires_at" timestamp (3) with time zone,
	ADD COLUMN "addresses" text[] NOT NULL DEFAULT '{}',
	ADD COLUMN "last_used_route" text,
	ADD COLUMN "replaced_by" uuid;
--> statement-breakpoint
CREATE INDEX "api_keys_member" ON "api_keys" ("member_id", "created_at" DESC);
--> statement-breakpoint
ALTER TABLE "sessions"
	ADD COLUMN "account_id" uuid REFERENCES "accounts"("id"),
	ADD COLUMN "way" text NOT NULL DEFAULT 'key' CHECK ("way" IN ('key', 'password', 'passkey', 'provider', 'invitation', 'setup')),
	ADD COLUMN "device" text NOT NULL DEFAULT '',
	ADD COLUMN "last_used_at" timestamp (3) with time zone;
--> statement-breakpoint
CREATE INDEX "sessions_key" ON "sessions" ("key_id");
--> statement-breakpoint
-- A last use is noted without dropping what every process remembers.
DROP TRIGGER "sessions_changed" ON "sessions";
--> statement-breakpoint
CREATE TRIGGER sessions_changed AFTER UPDATE OF closed_at, key_id OR DELETE ON sessions
  FOR EACH STATEMENT EXECUTE FUNCTION keys_changed();
--> statement-breakpoint
DROP TRIGGER "api_keys_changed" ON "api_keys";
--> statement-breakpoint
CREATE TRIGGER api_keys_changed AFTER UPDATE OF revoked_at, scopes, hash, member_id, expires_at, addresses OR DELETE ON api_keys
  FOR EACH STATEMENT EXECUTE FUNCTION keys_changed();
--> statement-breakpoint
-- Who may use a channel: everybody of the organization, or those named here.
ALTER TABLE "channels" ADD COLUMN "restricted" boolean NOT NULL DEFAULT false;
--> statement-breakpoint
CREATE TABLE "channel_members" (
	"channel_id" uuid NOT NULL REFERENCES "channels"("id"),
	"member_id" uuid NOT NULL REFERENCES "members"("id"),
	PRIMARY KEY ("channel_id", "member_id")
);
--> statement-breakpoint
-- A claim stands from the moment its post is published, with its evidence: the post itself may be removed later.
CREATE TABLE "claims" (
	"post_id" uuid PRIMARY KEY NOT NULL,
	"org_id" uuid NOT NULL REFERENCES "organizations"("id"),
	"member_id" uuid NOT NULL REFERENCES "members"("id"),
	"channel_id" uuid NOT NULL,
	"platform" text NOT NULL,
	"submission_id" uuid NOT NULL,
	"points" integer NOT NULL CHECK ("points" >= 0),
	"state" text NOT NULL DEFAULT 'pending' CHECK ("state" IN ('pending', 'approved', 'rejected')),
	"awarded" integer,
	"decided_at" timestamp (3) with time zone,
	"decided_by" uuid,
	"decision_id" uuid,
	"reason" text,
	"appeal" text,
	"appealed_at" timestamp (3) with time zone,
	"version" integer NOT NULL DEFAULT 1,
	"published_at" timestamp (3) with time zone NOT NULL,
	"evidence" jsonb NOT NULL,
	"words" text NOT NULL,
	"likeness" bigint[] NOT NULL DEFAULT '{}',
	"viewed_by" uuid,
	"viewed_until" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE INDEX "claims_waiting" ON "claims" ("org_id", "state", "published_at", "post_id");
--> statement-breakpoint
CREATE INDEX "claims_member" ON "claims" ("member_id", "state", "published_at", "post_id");
--> statement-breakpoint
CREATE INDEX "claims_submission" ON "claims" ("submission_id");
--> statement-breakpoint
CREATE INDEX "claims_likeness" ON "claims" USING gin ("likeness");
--> statement-breakpoint
-- Every step of every credit. Append-only: the database itself refuses to change or remove a row.
CREATE TABLE "ledger" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
	"org_id" uuid NOT NULL REFERENCES "organizations"("id"),
	"member_id" uuid NOT NULL REFERENCES "members"("id"),
	"post_id" uuid,
	"channel_id" uuid,
	"kind" text NOT NULL CHECK ("kind" IN ('claim', 'change', 'approval', 'adjustment', 'rejection', 'appeal', 'reversal', 'award', 'lapse')),
	"points" integer NOT NULL,
	"amount" integer,
	"by_member_id" uuid,
	"reason" text,
	"decision_id" uuid,
	"detail" jsonb NOT NULL DEFAULT '{}'::jsonb,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "ledger_org" ON "ledger" ("org_id", "id" DESC);
--> statement-breakpoint
CREATE INDEX "ledger_member" ON "ledger" ("member_id", "id" DESC);
--> statement-breakpoint
CREATE INDEX "ledger_post" ON "ledger" ("post_id", "id") WHERE "post_id" IS NOT NULL;
--> statement-breakpoint
CREATE INDEX "ledger_decision" ON "ledger" ("decision_id") WHERE "decision_id" IS NOT NULL;
--> statement-breakpoint
CREATE FUNCTION ledger_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'The ledger is append-only: % is refused.', TG_OP USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER ledger_stays BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_stays();
--> statement-breakpoint
-- Points by UTC day and channel (of zeros: none), kept in the ledger's transaction; boards of a month or a week add them up.
CREATE TABLE "member_days" (
	"org_id" uuid NOT NULL,
	"member_id" uuid NOT NULL REFERENCES "members"("id"),
	"day" date NOT NULL,
	"channel_id" uuid NOT NULL,
	"points" integer NOT NULL,
	PRIMARY KEY ("member_id", "day", "channel_id")
);
--> statement-breakpoint
CREATE INDEX "member_days_org" ON "member_days" ("org_id", "day", "member_id") INCLUDE ("points", "channel_id");
--> statement-breakpoint
CREATE INDEX "member_totals_ranks" ON "member_totals" ("org_id", "points" DESC, "member_id");
--> statement-breakpoint
-- What was published before claims had rows of their own.
INSERT INTO "claims" ("post_id", "org_id", "member_id", "channel_id", "platform", "submission_id", "points", "published_at", "evidence", "words")
SELECT p."id", p."org_id", p."member_id", p."channel_id", p."platform", p."submission_id", p."points",
  coalesce(p."published_at", p."updated_at"),
  jsonb_build_object(
    'parts', coalesce((SELECT jsonb_agg(jsonb_build_object('text', n."text", 'url', n."url") ORDER BY n."number") FROM "planned_parts" n WHERE n."post_id" = p."id"), '[]'::jsonb),
    'images', coalesce((SELECT jsonb_agg(jsonb_build_object('file_name', m."file_name", 'width', m."width", 'height', m."height") ORDER BY i."position") FROM "post_media" i JOIN "media" m ON m."id" = i."media_id" WHERE i."post_id" = p."id"), '[]'::jsonb)),
  coalesce((SELECT string_agg(part ->> 'text', ' ') FROM jsonb_array_elements(p."parts") AS part), '')
FROM "posts" p WHERE p."status" = 'published' AND p."points" > 0;
--> statement-breakpoint
INSERT INTO "ledger" ("org_id", "member_id", "post_id", "channel_id", "kind", "points", "amount", "at")
SELECT "org_id", "member_id", "post_id", "channel_id", 'claim', 0, "points", "published_at" FROM "claims" ORDER BY "published_at", "post_id";
