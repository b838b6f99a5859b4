-- A range is added up beside the decisions of its organization, step by step; until it is whole nobody reads it. Points
-- that are given meanwhile are in its rows already.
ALTER TABLE "board_ranges" ADD COLUMN "whole" boolean DEFAULT true NOT NULL;
--> statement-breakpoint
ALTER TABLE "board_ranges" ALTER COLUMN "whole" SET DEFAULT false;
