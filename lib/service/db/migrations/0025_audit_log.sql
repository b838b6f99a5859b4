-- Who signed in, and who changed what gives access. Append-only: the database refuses to change a row, and to delete one
-- that is younger than 400 days (`auditDays` of lib/contract/audit-types.ts).
CREATE TABLE "audit_log" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
	"org_id" uuid NOT NULL REFERENCES "organizations"("id"),
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"type" text NOT NULL,
	"outcome" text NOT NULL CHECK ("outcome" IN ('success', 'refused')),
	-- Who did it. Without foreign keys: the log outlives what it names.
	"member_id" uuid,
	"account_id" uuid,
	"session_id" uuid,
	"key_id" uuid,
	"address" text,
	"target_type" text,
	"target_id" text,
	"target_name" text,
	"detail" jsonb NOT NULL DEFAULT '{}'::jsonb
);
--> statement-breakpoint
CREATE INDEX "audit_log_org" ON "audit_log" ("org_id", "id" DESC);
--> statement-breakpoint
CREATE INDEX "audit_log_member" ON "audit_log" ("org_id", "member_id", "id" DESC);
--> statement-breakpoint
CREATE INDEX "audit_log_at" ON "audit_log" ("at");
--> statement-breakpoint
CREATE FUNCTION audit_log_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'The audit log is append-only: % is refused.', TG_OP USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER audit_log_stays BEFORE UPDATE OR TRUNCATE ON audit_log
  FOR EACH STATEMENT EXECUTE FUNCTION audit_log_stays();
--> statement-breakpoint
CREATE TRIGGER audit_log_stays_for_400_days BEFORE DELETE ON audit_log
  FOR EACH ROW WHEN (OLD.at > now() - interval '400 days') EXECUTE FUNCTION audit_log_stays();
