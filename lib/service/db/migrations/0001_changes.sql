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
BEGIN
  PERFORM pg_notify('post_changed', json_build_object('type', 'post', 'org', NEW.org_id, 'member', NEW.member_id,
      'id', NEW.id, 'status', NEW.status, 'version', NEW.version)::text);
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
-- For each row and not for the statement: joining the rows before and after costs their number squared, and an update
-- that a person would not see (a lease, a due time) is not even looked at. 0.1 ms a row.
CREATE TRIGGER post_changed AFTER UPDATE ON posts FOR EACH ROW
  WHEN ((OLD.status, OLD.version, OLD.deleted_at) IS DISTINCT FROM (NEW.status, NEW.version, NEW.deleted_at))
  EXECUTE FUNCTION post_changed();
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
