-- A sentence for the author where a part is published, but not as it was sent; null where it is.
ALTER TABLE "planned_parts" ADD COLUMN "note" text;
