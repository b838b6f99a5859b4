-- Normalizing makes up to 18 characters of one (U+FDFA), and PostgreSQL refuses words of more than 1 MB together: a post of
-- 60,000 such characters could not be saved. The text is cut again after it is normalized. Normal texts are not changed.
CREATE OR REPLACE FUNCTION post_search(parts jsonb) RETURNS tsvector LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT coalesce(string_agg('''' || left(word, 64) || ''':' || least(place, 16383), ' ')::tsvector, ''::tsvector)
    FROM (SELECT word, row_number() OVER () AS place FROM string_to_table(post_words(left(normalize(left((
        SELECT string_agg(part->>'text', ' ') FROM jsonb_array_elements(
          CASE jsonb_typeof(parts) WHEN 'array' THEN parts ELSE '[]'::jsonb END) AS part), 60000), NFKC), 60000)), ' ') AS word
      WHERE word <> '') AS words
$$;
