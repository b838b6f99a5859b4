-- The name that its author gave a draft or a template; lists show the first words without one.
ALTER TABLE "drafts" ADD COLUMN "name" text;
