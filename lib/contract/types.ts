import type * as z from "zod";
import type * as resources from "./resources.ts";

/** The wire shapes as types only, so that the browser never loads a schema. */
export type Post = z.infer<typeof resources.Post>;
export type Media = z.infer<typeof resources.Media>;
export type Progress = z.infer<typeof resources.Progress>;
export type Channel = z.infer<typeof resources.Channel>;
export type Identity = z.infer<typeof resources.Identity>;
export type LeaderboardEntry = z.infer<typeof resources.LeaderboardEntry>;
export type Pagination = z.infer<typeof resources.Pagination>;
export type PracticeItem = z.infer<typeof resources.PracticeItem>;
export type PracticeTimeline = z.infer<typeof resources.PracticeTimeline>;
export type NewPost = z.infer<typeof resources.NewPost>;
export type PostChange = z.infer<typeof resources.PostChange>;
export type RetryPost = z.infer<typeof resources.RetryPost>;
export type PostQuery = z.infer<typeof resources.PostQuery>;
export type PostCounts = z.infer<typeof resources.PostCounts>;
export type FailureCause = (typeof resources.failureCauses)[number];
