-- The API names the choice between two equal wall times `dst_fold`; stored drafts follow it. Quotes within texts are
-- escaped, so the pattern finds the key alone.
UPDATE "drafts" SET
  "content" = replace("content"::text, '"fold":"', '"dst_fold":"')::json,
  "summary" = replace("summary"::text, '"fold":"', '"dst_fold":"')::json
WHERE "content" #>> '{when,fold}' IS NOT NULL;
