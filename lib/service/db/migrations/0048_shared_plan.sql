-- A session is the person, and administrators' keys read everyone's posts already. Other keys and connected apps keep what
-- their members agreed to: their own posts.
UPDATE "api_keys" k SET "scopes" = array_append(k."scopes", 'plan:read')
	FROM "members" m WHERE m."id" = k."member_id" AND k."revoked_at" IS NULL AND NOT 'plan:read' = ANY(k."scopes")
		AND (k."kind" = 'session' OR (k."kind" = 'key' AND m."role" IN ('owner', 'admin') AND 'posts:read' = ANY(k."scopes")));
--> statement-breakpoint
-- What a member's key may read depends on this rule of the organization.
CREATE TRIGGER organizations_shared_plan AFTER UPDATE OF settings ON organizations FOR EACH ROW
  WHEN (OLD.settings -> 'shared_plan' IS DISTINCT FROM NEW.settings -> 'shared_plan')
  EXECUTE FUNCTION keys_changed();
--> statement-breakpoint
-- The plan: what members see of each other's posts. `planStatuses` in lib/contract has the same statuses.
CREATE FUNCTION is_in_plan(status text, deleted_at timestamptz) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT status IN ('scheduled', 'publishing', 'published') AND deleted_at IS NULL
$$;
--> statement-breakpoint
-- As before, and says whether the post is or was in the plan: then the other members' pages read the plan again.
CREATE OR REPLACE FUNCTION post_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('post_changed', json_build_object('type', 'post', 'org', NEW.org_id, 'member', NEW.member_id,
      'id', NEW.id, 'status', NEW.status, 'version', NEW.version,
      'plan', is_in_plan(OLD.status, OLD.deleted_at) OR is_in_plan(NEW.status, NEW.deleted_at))::text);
  IF NEW.status IN ('published', 'failed') AND OLD.status <> NEW.status AND NEW.deleted_at IS NULL
      -- An undo that brings a failure back tells nobody anew.
      AND current_setting('postwright.quiet', true) IS DISTINCT FROM 'on' THEN
    INSERT INTO outbox (org_id, member_id, post_id, kind, detail)
      VALUES (NEW.org_id, NEW.member_id, NEW.id, 'post.' || NEW.status, jsonb_build_object('channel_id', NEW.channel_id,
        'platform', NEW.platform, 'cause', NEW.failure_cause, 'part', NEW.failure_part, 'message', NEW.error));
    PERFORM pg_notify('outbox', '');
  -- Webhooks alone tell of these. Of drafts nobody outside was ever told.
  ELSIF NEW.deleted_at IS NOT NULL AND OLD.deleted_at IS NULL AND OLD.status <> 'draft' THEN
    INSERT INTO outbox (org_id, member_id, post_id, kind, detail)
      VALUES (NEW.org_id, NEW.member_id, NEW.id, 'post.deleted',
        jsonb_build_object('channel_id', NEW.channel_id, 'platform', NEW.platform));
    PERFORM pg_notify('outbox', '');
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION post_created() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('post_changed', json_build_object('type', 'many', 'org', org_id, 'member', member_id, 'plan', plan)::text)
    FROM (SELECT org_id, member_id, bool_or(is_in_plan(status, deleted_at)) AS plan
      FROM new_rows GROUP BY org_id, member_id) AS whose;
  RETURN NULL;
END $$;
