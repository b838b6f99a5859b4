-- The channels whose wait has ended. The schema "pgboss" of earlier versions is not used any more.
CREATE INDEX "channels_wait" ON "channels" ("wait_until") WHERE wait_until IS NOT NULL;
