-- Lists, search and bulk changes.
ALTER TABLE "posts" ADD COLUMN "taken_down_at" timestamp (3) with time zone;
--> statement-breakpoint
-- When a part was taken down from its platform again.
ALTER TABLE "planned_parts" ADD COLUMN "removed_at" timestamp (3) with time zone;
--> statement-breakpoint
CREATE TABLE "post_changes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"member_id" uuid NOT NULL,
	"action" text NOT NULL,
	-- Of each post: how it stood before, and the version it had after.
	"before" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"undone_at" timestamp (3) with time zone
);
--> statement-breakpoint
-- Where a post stands in a calendar: the time it is planned for; of one that was sent at once, when it was.
ALTER TABLE "posts" ADD COLUMN "planned_at" timestamp (3) with time zone;
--> statement-breakpoint
-- The words of a post, made by `post_search`.
ALTER TABLE "posts" ADD COLUMN "search" tsvector;
--> statement-breakpoint
-- Words as search knows them: lower case, without punctuation, signs of writing without blanks and emoji one by one.
-- Of no locale but in its upper and lower case, and without an extension, so that every server reads words alike.
CREATE FUNCTION post_words(words text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT regexp_replace(regexp_replace(lower(normalize(words, NFKC)),
      '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00a9\u00ab-\u00b4\u00b6-\u00b9\u00bb-\u00bf\u00d7\u00f7\u2000-\u206f\u3000-\u303f\ufe00-\ufe0f]+', ' ', 'g'),
      '([\u2600-\u27bf\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U0001f000-\U0001faff\U00020000-\U0002fa1f])', ' \1 ', 'g')
$$;
--> statement-breakpoint
-- The words of a post with their places; of a very long thread those of its first 60,000 characters.
CREATE FUNCTION post_search(parts jsonb) RETURNS tsvector LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT coalesce(string_agg('''' || left(word, 64) || ''':' || least(place, 16383), ' ')::tsvector, ''::tsvector)
    FROM (SELECT word, row_number() OVER () AS place FROM string_to_table(post_words(left((
        SELECT string_agg(part->>'text', ' ') FROM jsonb_array_elements(
          CASE jsonb_typeof(parts) WHEN 'array' THEN parts ELSE '[]'::jsonb END) AS part), 60000)), ' ') AS word
      WHERE word <> '') AS words
$$;
--> statement-breakpoint
-- What was asked for: every word stands there, the last may be begun only. Words without any letter or digit find nothing.
CREATE FUNCTION post_query(words text) RETURNS tsquery LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT coalesce((left(string_agg(phrase, ' & ' ORDER BY place), -1) || ':*)')::tsquery, ''::tsquery) FROM (
    SELECT asked.place, '(' || string_agg('''' || left(word, 64) || '''', ' <-> ' ORDER BY one.place) || ')' AS phrase
      FROM regexp_split_to_table(words, '\s+') WITH ORDINALITY AS asked (text, place),
        regexp_split_to_table(post_words(asked.text), ' +') WITH ORDINALITY AS one (word, place)
      WHERE word <> '' GROUP BY asked.place) AS phrases
$$;
--> statement-breakpoint
ALTER TABLE "posts" DISABLE TRIGGER USER;
--> statement-breakpoint
UPDATE "posts" SET "planned_at" = coalesce("scheduled_for", "created_at"), "search" = post_search("parts");
--> statement-breakpoint
ALTER TABLE "posts" ENABLE TRIGGER USER;
--> statement-breakpoint
ALTER TABLE "posts" ALTER COLUMN "planned_at" SET NOT NULL;
--> statement-breakpoint
ALTER TABLE "posts" ALTER COLUMN "search" SET NOT NULL;
--> statement-breakpoint
CREATE FUNCTION post_written() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.planned_at := coalesce(NEW.scheduled_for, NEW.created_at);
  NEW.search := post_search(NEW.parts);
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER post_written BEFORE INSERT ON posts FOR EACH ROW EXECUTE FUNCTION post_written();
--> statement-breakpoint
CREATE FUNCTION post_reworded() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.search := post_search(NEW.parts);
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER post_reworded BEFORE UPDATE OF parts ON posts FOR EACH ROW
  WHEN (NEW.parts IS DISTINCT FROM OLD.parts) EXECUTE FUNCTION post_reworded();
--> statement-breakpoint
CREATE FUNCTION post_planned() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.scheduled_for IS NOT NULL THEN
    NEW.planned_at := NEW.scheduled_for;
  ELSIF NEW.status = 'publishing' AND OLD.status IN ('draft', 'scheduled', 'canceled') THEN
    NEW.planned_at := now();
  ELSIF OLD.scheduled_for IS NOT NULL THEN
    NEW.planned_at := NEW.created_at;
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER post_planned BEFORE UPDATE OF scheduled_for, status ON posts FOR EACH ROW
  WHEN (NEW.scheduled_for IS DISTINCT FROM OLD.scheduled_for OR NEW.status IS DISTINCT FROM OLD.status)
  EXECUTE FUNCTION post_planned();
--> statement-breakpoint
CREATE INDEX "posts_org_newest" ON "posts" ("org_id","status","created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE deleted_at is null;
--> statement-breakpoint
CREATE INDEX "posts_channel_newest" ON "posts" ("channel_id","status","created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE deleted_at is null;
--> statement-breakpoint
CREATE INDEX "posts_member_channel_newest" ON "posts" ("member_id","channel_id","status","created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE deleted_at is null;
--> statement-breakpoint
-- num_nulls parts those that have a time of their own from those that do not; PostgreSQL would rewrite "is null".
CREATE INDEX "posts_planned" ON "posts" ("member_id","status",num_nulls("scheduled_for"),"planned_at","id") WHERE deleted_at is null;
--> statement-breakpoint
CREATE INDEX "posts_org_planned" ON "posts" ("org_id","status",num_nulls("scheduled_for"),"planned_at","id") WHERE deleted_at is null;
--> statement-breakpoint
CREATE INDEX "posts_published" ON "posts" ("member_id","published_at","id") WHERE published_at is not null and deleted_at is null;
--> statement-breakpoint
CREATE INDEX "posts_org_published" ON "posts" ("org_id","published_at","id") WHERE published_at is not null and deleted_at is null;
--> statement-breakpoint
CREATE INDEX "posts_deleted" ON "posts" ("org_id","member_id","deleted_at") WHERE deleted_at is not null;
--> statement-breakpoint
CREATE INDEX "posts_search" ON "posts" USING gin ("search") WHERE deleted_at is null;
--> statement-breakpoint
-- Exact totals of what a list can be cut by without looking at posts: whose, which channel, which status. Deltas say all
-- of it; the kept counters hold each by member and by organization, for one channel and for all (the id of zeros).
LOCK TABLE "posts" IN SHARE ROW EXCLUSIVE MODE;
--> statement-breakpoint
DELETE FROM "post_count_deltas";
--> statement-breakpoint
ALTER TABLE "post_count_deltas" ADD COLUMN "org_id" uuid NOT NULL, ADD COLUMN "channel_id" uuid NOT NULL;
--> statement-breakpoint
CREATE INDEX "post_count_deltas_org" ON "post_count_deltas" ("org_id","status");
--> statement-breakpoint
DROP TABLE "post_counts";
--> statement-breakpoint
CREATE TABLE "post_counts" (
	"scope_id" uuid NOT NULL,
	"channel_id" uuid NOT NULL,
	"status" text NOT NULL,
	"count" bigint NOT NULL,
	CONSTRAINT "post_counts_scope_id_channel_id_status_pk" PRIMARY KEY("scope_id","channel_id","status")
);
--> statement-breakpoint
INSERT INTO "post_counts" ("scope_id", "channel_id", "status", "count")
  WITH counted AS MATERIALIZED (
    SELECT org_id, member_id, channel_id, status, count(*) AS n FROM posts WHERE deleted_at IS NULL GROUP BY 1, 2, 3, 4)
  SELECT scope_id, channel_id, status, sum(n) FROM (
    SELECT scope_id, channel_id, status, n FROM counted CROSS JOIN LATERAL (VALUES (org_id), (member_id)) AS scope (scope_id)
    UNION ALL
    SELECT scope_id, '00000000-0000-0000-0000-000000000000', status, n
      FROM counted CROSS JOIN LATERAL (VALUES (org_id), (member_id)) AS scope (scope_id)) AS each GROUP BY 1, 2, 3;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION post_count_inserted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO post_count_deltas (org_id, member_id, channel_id, status, delta)
    SELECT org_id, member_id, channel_id, status, count(*) FROM new_rows WHERE deleted_at IS NULL GROUP BY 1, 2, 3, 4;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION post_count_updated() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO post_count_deltas (org_id, member_id, channel_id, status, delta)
    SELECT org_id, member_id, channel_id, status, sum(change) FROM (
      SELECT org_id, member_id, channel_id, status, 1 AS change FROM new_rows WHERE deleted_at IS NULL
      UNION ALL
      SELECT org_id, member_id, channel_id, status, -1 FROM old_rows WHERE deleted_at IS NULL
    ) AS changes GROUP BY 1, 2, 3, 4 HAVING sum(change) <> 0;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION post_count_removed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO post_count_deltas (org_id, member_id, channel_id, status, delta)
    SELECT org_id, member_id, channel_id, status, -count(*) FROM old_rows WHERE deleted_at IS NULL GROUP BY 1, 2, 3, 4;
  RETURN NULL;
END $$;
