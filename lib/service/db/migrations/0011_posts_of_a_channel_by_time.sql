-- What else goes out on a channel around a time: read before each create, to warn.
CREATE INDEX "posts_channel_planned" ON "posts" ("channel_id","planned_at") WHERE deleted_at is null;
