-- What changes is told at once: to every process by NOTIFY, for what people look at, and in `outbox`, for whom to tell.
CREATE TABLE "outbox" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "outbox_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"org_id" uuid NOT NULL,
	"member_id" uuid NOT NULL,
	"post_id" uuid,
	"kind" text NOT NULL,
	"detail" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	-- A row that could not be told is set aside for a while, so that it holds up no other.
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
-- One row a post that went out, failed or was deleted, in the transaction in which it did, whichever code did it. Rows
-- are taken by `lib/service/notify` and removed when notices and webhooks of it are written.
CREATE FUNCTION post_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  told integer;
  any_told boolean;
BEGIN
  SELECT count(*) INTO told FROM new_rows n JOIN old_rows o USING (id)
    WHERE (n.status, n.version, n.deleted_at) IS DISTINCT FROM (o.status, o.version, o.deleted_at);
  IF told = 0 THEN
    RETURN NULL;
  END IF;
  IF told > 50 THEN
    PERFORM pg_notify('post_changed', json_build_object('type', 'many', 'org', org_id, 'member', member_id)::text)
      FROM (SELECT DISTINCT org_id, member_id FROM new_rows) AS whose;
  ELSE
    PERFORM pg_notify('post_changed', json_build_object('type', 'post', 'org', n.org_id, 'member', n.member_id,
        'id', n.id, 'status', n.status, 'version', n.version)::text)
      FROM new_rows n JOIN old_rows o USING (id)
      WHERE (n.status, n.version, n.deleted_at) IS DISTINCT FROM (o.status, o.version, o.deleted_at);
  END IF;
  INSERT INTO outbox (org_id, member_id, post_id, kind, detail)
    SELECT n.org_id, n.member_id, n.id, 'post.' || n.status, jsonb_build_object('channel_id', n.channel_id,
        'platform', n.platform, 'cause', n.failure_cause, 'part', n.failure_part, 'message', n.error)
      FROM new_rows n JOIN old_rows o USING (id)
      WHERE n.status IN ('published', 'failed') AND o.status <> n.status AND n.deleted_at IS NULL
        -- An undo that brings a failure back tells nobody anew.
        AND current_setting('postwright.quiet', true) IS DISTINCT FROM 'on';
  any_told := FOUND;
  -- Webhooks alone tell of these. Of drafts nobody outside was ever told.
  INSERT INTO outbox (org_id, member_id, post_id, kind, detail)
    SELECT n.org_id, n.member_id, n.id, 'post.deleted', jsonb_build_object('channel_id', n.channel_id, 'platform', n.platform)
      FROM new_rows n JOIN old_rows o USING (id)
      WHERE n.deleted_at IS NOT NULL AND o.deleted_at IS NULL AND o.status <> 'draft';
  IF FOUND OR any_told THEN
    PERFORM pg_notify('outbox', '');
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER post_changed AFTER UPDATE ON posts REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION post_changed();
--> statement-breakpoint
CREATE FUNCTION post_created() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('post_changed', json_build_object('type', 'many', 'org', org_id, 'member', member_id)::text)
    FROM (SELECT DISTINCT org_id, member_id FROM new_rows) AS whose;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER post_created AFTER INSERT ON posts REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION post_created();
