-- The bands of each claim, the latest first within a band: an index of arrays has to read every claim with a band before it
-- knows which are the latest, and what everybody posts is in thousands of them.
CREATE TABLE "claim_bands" (
	"org_id" uuid NOT NULL,
	"band" bigint NOT NULL,
	"published_at" timestamp (3) with time zone NOT NULL,
	"post_id" uuid NOT NULL,
	"submission_id" uuid NOT NULL,
	PRIMARY KEY ("org_id", "band", "published_at", "post_id")
);
--> statement-breakpoint
-- By the database, so that they follow whatever writes a claim, a process of the version before too.
CREATE FUNCTION keep_claim_bands() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    DELETE FROM claim_bands WHERE org_id = OLD.org_id AND band = ANY (OLD.likeness)
      AND published_at = OLD.published_at AND post_id = OLD.post_id;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO claim_bands SELECT DISTINCT NEW.org_id, band, NEW.published_at, NEW.post_id, NEW.submission_id
      FROM unnest(NEW.likeness) AS band;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Before the claims of now are read: it waits for those being written, and holds off new ones until all of this is there.
CREATE TRIGGER "claims_bands" AFTER INSERT OR DELETE OR UPDATE OF "org_id", "likeness", "published_at", "submission_id" ON "claims"
	FOR EACH ROW EXECUTE FUNCTION keep_claim_bands();
--> statement-breakpoint
INSERT INTO "claim_bands" SELECT DISTINCT c.org_id, band, c.published_at, c.post_id, c.submission_id
	FROM "claims" c, unnest(c.likeness) AS band ORDER BY 1, 2, 3, 4;
--> statement-breakpoint
-- Nothing here reads it any more; processes of the version before do. It can go once none of them runs.
COMMENT ON INDEX "claims_likeness" IS 'read by versions before migration 0021 alone';
