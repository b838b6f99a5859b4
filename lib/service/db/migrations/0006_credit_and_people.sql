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
-- Which images are evidence, so that they stay when their posts are removed.
CREATE INDEX "claims_images" ON "claims" USING gin (("evidence" -> 'images') jsonb_path_ops) WHERE "evidence" -> 'images' <> '[]'::jsonb;
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

--> statement-breakpoint
-- Boards: who stands where, by period and channel, kept by triggers so that a page of ranks is one walk along an index.
-- `channel_id` of ones: all channels together. `start` is the period's first UTC day, -infinity for all time.
CREATE TABLE "board_points" (
	"org_id" uuid NOT NULL,
	"period" text NOT NULL CHECK ("period" IN ('all', 'month', 'week')),
	"start" date NOT NULL,
	"channel_id" uuid NOT NULL,
	"member_id" uuid NOT NULL REFERENCES "members"("id"),
	"name" text NOT NULL,
	"active" boolean NOT NULL,
	"points" integer NOT NULL,
	PRIMARY KEY ("member_id", "period", "start", "channel_id")
);
--> statement-breakpoint
CREATE INDEX "board_points_ranks" ON "board_points" ("org_id", "period", "start", "channel_id", "points" DESC, "name", "member_id") WHERE "active";
--> statement-breakpoint
CREATE INDEX "board_points_past" ON "board_points" ("start") WHERE "period" <> 'all';
--> statement-breakpoint
-- How many members of a board have about so many points: a rank is the sum of the buckets above and a count within one.
CREATE TABLE "board_counts" (
	"org_id" uuid NOT NULL,
	"period" text NOT NULL,
	"start" date NOT NULL,
	"channel_id" uuid NOT NULL,
	"bucket" integer NOT NULL,
	"members" integer NOT NULL,
	PRIMARY KEY ("org_id", "period", "start", "channel_id", "bucket") INCLUDE ("members")
);
--> statement-breakpoint
CREATE TABLE "board_count_deltas" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
	"org_id" uuid NOT NULL,
	"period" text NOT NULL,
	"start" date NOT NULL,
	"channel_id" uuid NOT NULL,
	"bucket" integer NOT NULL,
	"delta" integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX "board_count_deltas_board" ON "board_count_deltas" ("org_id", "period", "start", "channel_id");
--> statement-breakpoint
-- Where so many points stood at the end of a day: `above` members had more. The least row has more above than any.
CREATE TABLE "past_ranks" (
	"org_id" uuid NOT NULL,
	"day" date NOT NULL,
	"points" integer NOT NULL,
	"above" integer NOT NULL,
	PRIMARY KEY ("org_id", "day", "points")
);
--> statement-breakpoint
-- Exact below 64, then 32 buckets for each doubling; lib/service/points/board-bucket.ts says the same.
CREATE FUNCTION board_bucket(points integer) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN
  CASE WHEN points <= 0 THEN 0 WHEN points < 64 THEN points ELSE
    (length(ltrim(points::bit(32)::text, '0')) - 7) * 32 + (points >> (length(ltrim(points::bit(32)::text, '0')) - 6)) + 32 END;
--> statement-breakpoint
CREATE FUNCTION board_points_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO board_count_deltas (org_id, period, start, channel_id, bucket, delta)
      SELECT org_id, period, start, channel_id, board_bucket(points), count(*) FROM new_rows WHERE active GROUP BY 1, 2, 3, 4, 5;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO board_count_deltas (org_id, period, start, channel_id, bucket, delta)
      SELECT org_id, period, start, channel_id, board_bucket(points), -count(*) FROM old_rows WHERE active GROUP BY 1, 2, 3, 4, 5;
  ELSE
    INSERT INTO board_count_deltas (org_id, period, start, channel_id, bucket, delta)
      SELECT org_id, period, start, channel_id, bucket, sum(change) FROM (
        SELECT org_id, period, start, channel_id, board_bucket(points) AS bucket, 1 AS change FROM new_rows WHERE active
        UNION ALL
        SELECT org_id, period, start, channel_id, board_bucket(points), -1 FROM old_rows WHERE active
      ) AS changes GROUP BY 1, 2, 3, 4, 5 HAVING sum(change) <> 0;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER board_points_inserted AFTER INSERT ON board_points REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION board_points_changed();
--> statement-breakpoint
CREATE TRIGGER board_points_updated AFTER UPDATE ON board_points REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION board_points_changed();
--> statement-breakpoint
CREATE TRIGGER board_points_removed AFTER DELETE ON board_points REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION board_points_changed();
--> statement-breakpoint
CREATE FUNCTION board_totals_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO board_points (org_id, period, start, channel_id, member_id, name, active, points)
    SELECT t.org_id, 'all', '-infinity', 'ffffffff-ffff-ffff-ffff-ffffffffffff', t.member_id, m.name, m.removed_at IS NULL, t.points
    FROM new_rows t JOIN members m ON m.id = t.member_id ORDER BY t.member_id
  ON CONFLICT (member_id, period, start, channel_id) DO UPDATE SET points = excluded.points
    WHERE board_points.points <> excluded.points;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER board_totals_inserted AFTER INSERT ON member_totals REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION board_totals_changed();
--> statement-breakpoint
CREATE TRIGGER board_totals_updated AFTER UPDATE ON member_totals REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION board_totals_changed();
--> statement-breakpoint
CREATE FUNCTION add_to_boards(orgs uuid[], who uuid[], days date[], channels uuid[], changes integer[]) RETURNS void LANGUAGE sql AS $$
  INSERT INTO board_points (org_id, period, start, channel_id, member_id, name, active, points)
    SELECT c.org_id, b.period, b.start, b.channel_id, c.member_id, m.name, m.removed_at IS NULL, sum(c.change)
    FROM unnest(orgs, who, days, channels, changes) AS c (org_id, member_id, day, channel_id, change)
    JOIN members m ON m.id = c.member_id
    CROSS JOIN LATERAL (VALUES
      ('all', '-infinity'::date, c.channel_id),
      ('month', date_trunc('month', c.day::timestamp)::date, c.channel_id),
      ('month', date_trunc('month', c.day::timestamp)::date, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid),
      ('week', date_trunc('week', c.day::timestamp)::date, c.channel_id),
      ('week', date_trunc('week', c.day::timestamp)::date, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid)
    ) AS b (period, start, channel_id)
    -- What was given without a channel counts for all of them together alone.
    WHERE b.channel_id <> '00000000-0000-0000-0000-000000000000'
    GROUP BY 1, 2, 3, 4, 5, 6, 7 HAVING sum(c.change) <> 0
    ORDER BY 5, 2, 3, 4
  ON CONFLICT (member_id, period, start, channel_id) DO UPDATE SET points = board_points.points + excluded.points;
$$;
--> statement-breakpoint
CREATE FUNCTION board_days_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM add_to_boards(array_agg(org_id), array_agg(member_id), array_agg(day), array_agg(channel_id), array_agg(points)) FROM new_rows;
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM add_to_boards(array_agg(org_id), array_agg(member_id), array_agg(day), array_agg(channel_id), array_agg(-points)) FROM old_rows;
  ELSE
    PERFORM add_to_boards(array_agg(org_id), array_agg(member_id), array_agg(day), array_agg(channel_id), array_agg(points))
      FROM (SELECT org_id, member_id, day, channel_id, points FROM new_rows
        UNION ALL SELECT org_id, member_id, day, channel_id, -points FROM old_rows) AS changes;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER board_days_inserted AFTER INSERT ON member_days REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION board_days_changed();
--> statement-breakpoint
CREATE TRIGGER board_days_updated AFTER UPDATE ON member_days REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION board_days_changed();
--> statement-breakpoint
CREATE TRIGGER board_days_removed AFTER DELETE ON member_days REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION board_days_changed();
--> statement-breakpoint
CREATE FUNCTION board_member_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE board_points SET name = NEW.name, active = NEW.removed_at IS NULL WHERE member_id = NEW.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER board_member_changed AFTER UPDATE OF name, removed_at ON members FOR EACH ROW
  WHEN (NEW.name IS DISTINCT FROM OLD.name OR NEW.removed_at IS DISTINCT FROM OLD.removed_at)
  EXECUTE FUNCTION board_member_changed();
--> statement-breakpoint
INSERT INTO "board_points" ("org_id", "period", "start", "channel_id", "member_id", "name", "active", "points")
SELECT t."org_id", 'all', '-infinity', 'ffffffff-ffff-ffff-ffff-ffffffffffff', t."member_id", m."name", m."removed_at" IS NULL, t."points"
FROM "member_totals" t JOIN "members" m ON m."id" = t."member_id";
