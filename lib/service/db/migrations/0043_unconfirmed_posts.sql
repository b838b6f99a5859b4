-- Unconfirmed posts are few among failed ones: lists and counts of them read no others.
CREATE INDEX "posts_unconfirmed" ON "posts" ("member_id","submission_id") WHERE status = 'failed' and failure_cause = 'unconfirmed' and deleted_at is null;
--> statement-breakpoint
CREATE INDEX "posts_org_unconfirmed" ON "posts" ("org_id","submission_id","member_id") WHERE status = 'failed' and failure_cause = 'unconfirmed' and deleted_at is null;
