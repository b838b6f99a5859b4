-- The organization with access to the template; null for a template of its author alone.
ALTER TABLE "drafts" ADD COLUMN "shared_org_id" uuid REFERENCES "organizations" ("id") CHECK ("shared_org_id" IS NULL OR "kind" = 'template');
--> statement-breakpoint
-- Ids are chosen by their writers: those of an organization's shared templates are different.
CREATE UNIQUE INDEX "drafts_shared" ON "drafts" ("shared_org_id", "id") WHERE "shared_org_id" IS NOT NULL;
--> statement-breakpoint
-- By the database, because a process of the version before saves a template as a draft without this column.
CREATE FUNCTION unshare_draft() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.shared_org_id := NULL;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER "drafts_unshare" BEFORE UPDATE OF "kind" ON "drafts" FOR EACH ROW
	WHEN (NEW.kind <> 'template' AND NEW.shared_org_id IS NOT NULL) EXECUTE FUNCTION unshare_draft();
