-- An administrator stopped all sending of the organization, or of one channel (`channel_id`), until somebody lifts it.
CREATE TABLE "sending_pauses" (
	"id" uuid PRIMARY KEY,
	"org_id" uuid NOT NULL REFERENCES "organizations" ("id") ON DELETE CASCADE,
	"channel_id" uuid REFERENCES "channels" ("id") ON DELETE CASCADE,
	"reason" text NOT NULL,
	"paused_by" uuid NOT NULL REFERENCES "members" ("id"),
	"paused_at" timestamptz(3) NOT NULL,
	"resumed_by" uuid REFERENCES "members" ("id"),
	"resumed_at" timestamptz(3)
);
--> statement-breakpoint
CREATE UNIQUE INDEX "sending_pauses_active" ON "sending_pauses" ("org_id", coalesce("channel_id", "org_id")) WHERE "resumed_at" IS NULL;
--> statement-breakpoint
-- True while a pause of the channel or of its organization is active. Workers read it from the row that they lock, so that
-- no post is leased after a pause was committed.
ALTER TABLE "channels" ADD COLUMN "paused" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
-- A channel that is connected during a pause of the organization begins paused. The lock makes it wait for a pause that is
-- being committed.
CREATE FUNCTION channel_pause() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM organizations WHERE id = NEW.org_id FOR KEY SHARE;
  NEW.paused := EXISTS (SELECT 1 FROM sending_pauses WHERE org_id = NEW.org_id AND channel_id IS NULL AND resumed_at IS NULL);
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER channel_pause BEFORE INSERT ON channels FOR EACH ROW EXECUTE FUNCTION channel_pause();
