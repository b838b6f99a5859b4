-- Accounts on real platforms: who they are there, what the platform told of them, and their sealed keys.
ALTER TABLE "channels" ADD COLUMN "remote_id" text DEFAULT '' NOT NULL;
--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN "host" text DEFAULT '' NOT NULL;
--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN "avatar_url" text;
--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN "told" jsonb DEFAULT '{}'::jsonb NOT NULL;
--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN "checked_at" timestamp with time zone;
--> statement-breakpoint
CREATE UNIQUE INDEX "channels_account" ON "channels" ("org_id", "platform", "host", "remote_id")
  WHERE NOT "practice" AND "removed_at" IS NULL AND "remote_id" <> '';
--> statement-breakpoint
CREATE TABLE "channel_secrets" (
  "channel_id" uuid PRIMARY KEY REFERENCES "channels" ("id") ON DELETE CASCADE,
  "sealed" text NOT NULL,
  "access_ends_at" timestamp with time zone,
  "version" integer DEFAULT 1 NOT NULL,
  "updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
-- A connection under way: begun by one member, answered once.
CREATE TABLE "channel_connections" (
  "id" uuid PRIMARY KEY,
  "org_id" uuid NOT NULL REFERENCES "organizations" ("id"),
  "member_id" uuid NOT NULL REFERENCES "members" ("id"),
  "platform" text NOT NULL,
  "host" text NOT NULL,
  "channel_id" uuid REFERENCES "channels" ("id") ON DELETE CASCADE,
  "sealed" text NOT NULL,
  "ends_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
-- The application's own keys on a platform (host '') or on one of its servers. org_id null: of the whole installation.
CREATE TABLE "platform_apps" (
  "id" uuid PRIMARY KEY,
  "org_id" uuid REFERENCES "organizations" ("id"),
  "platform" text NOT NULL,
  "host" text DEFAULT '' NOT NULL,
  "sealed" text NOT NULL,
  "updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "platform_apps_one" ON "platform_apps" (coalesce("org_id", '00000000-0000-0000-0000-000000000000'), "platform", "host");
--> statement-breakpoint
-- All accounts that use one application of ours somewhere wait until then: the platform counts them together.
CREATE TABLE "app_waits" (
  "platform" text NOT NULL,
  "host" text DEFAULT '' NOT NULL,
  "wait_until" timestamp with time zone NOT NULL,
  PRIMARY KEY ("platform", "host")
);
--> statement-breakpoint
-- What the connector made of a part before the first call, and what it has prepared of it since.
ALTER TABLE "planned_parts" ADD COLUMN "wire" jsonb DEFAULT '{}'::jsonb NOT NULL;
--> statement-breakpoint
ALTER TABLE "planned_parts" ADD COLUMN "prepared" jsonb;
--> statement-breakpoint
ALTER TABLE "planned_parts" ADD COLUMN "resends" integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "planned_parts" ADD COLUMN "planned_at" timestamp(3) with time zone DEFAULT now() NOT NULL;
--> statement-breakpoint
-- An image as a platform takes it: made once, and the same bytes on every try and for every channel that takes this form.
CREATE TABLE "image_forms" (
  "media_id" uuid NOT NULL REFERENCES "media" ("id") ON DELETE CASCADE,
  "form" text NOT NULL,
  "file_name" text NOT NULL UNIQUE,
  "mime" text NOT NULL,
  "size_bytes" integer NOT NULL,
  "width" integer NOT NULL,
  "height" integer NOT NULL,
  "sha256" bytea NOT NULL,
  "created_at" timestamp with time zone DEFAULT now() NOT NULL,
  PRIMARY KEY ("media_id", "form")
);
