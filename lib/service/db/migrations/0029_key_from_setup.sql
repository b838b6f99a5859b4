-- The key of an installation that SETUP_KEY gave. It has all scopes and no end, so its owner is reminded to revoke it.
ALTER TABLE "api_keys" ADD COLUMN "from_setup" boolean NOT NULL DEFAULT false;
