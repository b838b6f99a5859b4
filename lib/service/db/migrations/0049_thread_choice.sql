-- The author's choice about a text of several parts: one item for each, or one for all; null: the rule of the platform.
ALTER TABLE "posts" ADD COLUMN "thread_choice" text CHECK ("thread_choice" IN ('chain', 'join'));
