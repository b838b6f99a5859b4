-- The author's choice about the cards of a post's links; null: each part gets the card of its first link.
ALTER TABLE "posts" ADD COLUMN "link_card" jsonb;
