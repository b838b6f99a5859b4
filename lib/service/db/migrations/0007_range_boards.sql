-- Boards of days of somebody's own choice, kept from the first time they are asked for until nobody asks any more. Their
-- rows are those of `board_points` whose period is `range ` and this id, and whose start is the first day.
CREATE TABLE "board_ranges" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
	"org_id" uuid NOT NULL,
	"first" date NOT NULL,
	"last" date NOT NULL,
	"channel_id" uuid NOT NULL,
	"asked_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	-- Nothing is added to it any more; its rows go next, and then this one.
	"dropped_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE UNIQUE INDEX "board_ranges_days" ON "board_ranges" ("org_id", "first", "last", "channel_id") WHERE "dropped_at" IS NULL;
--> statement-breakpoint
CREATE INDEX "board_ranges_dropped" ON "board_ranges" ("id") WHERE "dropped_at" IS NOT NULL;
--> statement-breakpoint
-- Every row follows from one of `member_days` or `member_totals`, which name the member already: to look again for each
-- of a hundred thousand is half the cost of keeping a range.
ALTER TABLE "board_points"
	DROP CONSTRAINT "board_points_member_id_fkey",
	DROP CONSTRAINT "board_points_period_check",
	ADD CONSTRAINT "board_points_period" CHECK ("period" IN ('all', 'month', 'week') OR "period" LIKE 'range %');
--> statement-breakpoint
DROP INDEX "board_points_past";
--> statement-breakpoint
CREATE INDEX "board_points_past" ON "board_points" ("start") WHERE "period" IN ('month', 'week');
--> statement-breakpoint
CREATE INDEX "board_points_removed" ON "board_points" ("org_id", "period", "start", "channel_id") WHERE NOT "active";
--> statement-breakpoint
-- Whoever adds points or changes a member shares this lock, and whoever begins or drops a range has it alone: so a range
-- begins with all that was committed, and misses nothing that comes after. Held for as long as the transaction.
CREATE FUNCTION share_board_ranges(org uuid) RETURNS void LANGUAGE sql AS $$
  SELECT pg_advisory_xact_lock_shared(hashtextextended('board ranges ' || org::text, 0));
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION add_to_boards(orgs uuid[], who uuid[], days date[], channels uuid[], changes integer[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM share_board_ranges(org) FROM (SELECT DISTINCT org FROM unnest(orgs) AS org ORDER BY org) AS each;
  INSERT INTO board_points (org_id, period, start, channel_id, member_id, name, active, points)
    SELECT c.org_id, b.period, b.start, b.channel_id, c.member_id, m.name, m.removed_at IS NULL, sum(c.change)
    FROM unnest(orgs, who, days, channels, changes) AS c (org_id, member_id, day, channel_id, change)
    JOIN members m ON m.id = c.member_id
    CROSS JOIN LATERAL (
      VALUES
        ('all', '-infinity'::date, c.channel_id),
        ('month', date_trunc('month', c.day::timestamp)::date, c.channel_id),
        ('month', date_trunc('month', c.day::timestamp)::date, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid),
        ('week', date_trunc('week', c.day::timestamp)::date, c.channel_id),
        ('week', date_trunc('week', c.day::timestamp)::date, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid)
      UNION ALL
      SELECT 'range ' || r.id, r.first, r.channel_id FROM board_ranges r
      WHERE r.org_id = c.org_id AND r.dropped_at IS NULL AND c.day BETWEEN r.first AND r.last
        AND r.channel_id IN (c.channel_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff')
    ) AS b (period, start, channel_id)
    -- What was given without a channel counts for all of them together alone.
    WHERE b.channel_id <> '00000000-0000-0000-0000-000000000000'
    GROUP BY 1, 2, 3, 4, 5, 6, 7 HAVING sum(c.change) <> 0
    ORDER BY 5, 2, 3, 4
  ON CONFLICT (member_id, period, start, channel_id) DO UPDATE SET points = board_points.points + excluded.points;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION board_member_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM share_board_ranges(NEW.org_id);
  UPDATE board_points SET name = NEW.name, active = NEW.removed_at IS NULL WHERE member_id = NEW.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Null until it has been looked at, which SQL can't: a worker does so for claims that are older than their likeness.
ALTER TABLE "claims" ALTER COLUMN "likeness" DROP DEFAULT, ALTER COLUMN "likeness" DROP NOT NULL;
--> statement-breakpoint
UPDATE "claims" SET "likeness" = NULL WHERE "likeness" = '{}';
--> statement-breakpoint
CREATE INDEX "claims_without_likeness" ON "claims" ("published_at", "post_id") WHERE "likeness" IS NULL;
