-- The number of the part that has the image; before, the first part had all images.
ALTER TABLE "post_media" ADD COLUMN "part" integer DEFAULT 1 NOT NULL;
