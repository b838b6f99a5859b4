-- The time since which an account refuses access: the begin of the hold of its posts. Several statements write the state,
-- so the database keeps the time.
ALTER TABLE "channels" ADD COLUMN "signed_out_at" timestamptz;--> statement-breakpoint
UPDATE "channels" c SET "signed_out_at" = coalesce((SELECT min(n.created_at) FROM "notices" n
  WHERE n.org_id = c.org_id AND n.cause_key = 'channel_ending:' || c.id || ':reconnect'), now())
WHERE c.state = 'reconnect';--> statement-breakpoint
CREATE FUNCTION channel_signed_out() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.signed_out_at := now();
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER "channels_signed_out" BEFORE UPDATE OF "state" ON "channels" FOR EACH ROW
WHEN (NEW.state = 'reconnect' AND OLD.state <> 'reconnect') EXECUTE FUNCTION channel_signed_out();
