-- The way a post was created: the dashboard, the API, or an assistant over MCP. Older posts have none.
ALTER TABLE "posts" ADD COLUMN "created_via" text;
-- A key that may write drafts only. It never changes, so the trigger on changes of keys stays as it is.
ALTER TABLE "api_keys" ADD COLUMN "drafts_only" boolean NOT NULL DEFAULT false;
