-- PostgreSQL sorts the marks on a character when it normalizes, in the square of their number: a post of 60,000 marks kept
-- a server busy for a minute. U+034F, which no mark is sorted across, stands after each 30 (UAX #15, section 13) until the
-- words are there. Other texts have the words that they had.
CREATE OR REPLACE FUNCTION post_search(parts jsonb) RETURNS tsvector LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT coalesce(string_agg('''' || left(word, 64) || ''':' || least(place, 16383), ' ')::tsvector, ''::tsvector)
    FROM (SELECT word, row_number() OVER () AS place FROM string_to_table(replace(post_words(left(normalize(regexp_replace(left((
        SELECT string_agg(part->>'text', ' ') FROM jsonb_array_elements(
          CASE jsonb_typeof(parts) WHEN 'array' THEN parts ELSE '[]'::jsonb END) AS part), 60000),
        '([\u0300-\u1dff\u20d0-\u20ff\u2c80-\u2dff\u302a-\u302f\u3099\u309a\ua66f-\uabff\ufb1e\ufe20-\ufe2f\uff9e\uff9f\U00010000-\U0001efff]{30})',
        E'\\1\u034f', 'g'), NFKC), 60000)), U&'\034f', ''), ' ') AS word
      WHERE word <> '') AS words
$$;
