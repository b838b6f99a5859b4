-- A session is the person, so it has every scope that their role allows. API keys and connected apps keep what they were given.
UPDATE "api_keys" SET "scopes" = array_append("scopes", 'posts:manage')
	WHERE "kind" = 'session' AND "revoked_at" IS NULL AND NOT 'posts:manage' = ANY("scopes");
