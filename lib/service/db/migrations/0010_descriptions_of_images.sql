-- What an image shows, for those who can't see it; empty when nothing is written.
ALTER TABLE "media" ADD COLUMN "alt" text NOT NULL DEFAULT '';
