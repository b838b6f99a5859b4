-- Counts the submissions of an owner without reading the posts themselves.
CREATE INDEX "posts_submissions" ON "posts" ("member_id","status","submission_id") WHERE deleted_at is null;
--> statement-breakpoint
CREATE INDEX "posts_org_submissions" ON "posts" ("org_id","status","submission_id","member_id") WHERE deleted_at is null;
