-- Since when lookups that the platform answered have not found a part whose request has ended, without a failed lookup in between.
ALTER TABLE "planned_parts" ADD COLUMN "absent_since" timestamp with time zone;
