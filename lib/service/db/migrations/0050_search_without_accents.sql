-- Accents of Latin and Greek letters, and those of Cyrillic ё, are nothing to the search: "cafe" finds "Café". The database's
-- own extension for that needs its operator; this function is the same on every server. Marks of other scripts stay.
CREATE FUNCTION fold_accents(words text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT CASE WHEN words ~ '[\u00df-\u024f\u0300-\u036f\u03ac-\u03ce\u0450-\u0451\u1e00-\u1fff]' THEN
    normalize(regexp_replace(normalize(replace(replace(replace(
      translate(words, 'øłđħıŧ', 'oldhit'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), NFKD),
      '([a-z\u03b1-\u03c9\u0435])[\u0300-\u036f]+', '\1', 'g'), NFKC)
    ELSE words END
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION post_words(words text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT regexp_replace(regexp_replace(fold_accents(lower(normalize(words, NFKC))),
      '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00a9\u00ab-\u00b4\u00b6-\u00b9\u00bb-\u00bf\u00d7\u00f7\u2000-\u206f\u3000-\u303f\ufe00-\ufe0f]+', ' ', 'g'),
      '([\u2600-\u27bf\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U0001f000-\U0001faff\U00020000-\U0002fa1f])', ' \1 ', 'g')
$$;
--> statement-breakpoint
ALTER TABLE "posts" DISABLE TRIGGER USER;
--> statement-breakpoint
UPDATE "posts" SET "search" = post_search("parts")
  WHERE "parts"::text ~ '[\u00c0-\u024f\u0300-\u036f\u0386-\u03ce\u0401\u0450-\u0451\u1e00-\u1fff]';
--> statement-breakpoint
ALTER TABLE "posts" ENABLE TRIGGER USER;
