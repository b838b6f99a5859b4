-- The organization whose members see the template; null for one that only its author sees.
ALTER TABLE "drafts" ADD COLUMN "shared_org_id" uuid REFERENCES "organizations" ("id") CHECK ("shared_org_id" IS NULL OR "kind" = 'template');
--> statement-breakpoint
-- Ids are chosen by their writers: those of an organization's shared templates are different.
CREATE UNIQUE INDEX "drafts_shared" ON "drafts" ("shared_org_id", "id") WHERE "shared_org_id" IS NOT NULL;
