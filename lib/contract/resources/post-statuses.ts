/** The states of a post. Zod-free, and separate from the limits: the browser imports it where it needs none of them. */
export const postStatuses = ["draft", "scheduled", "publishing", "published", "failed", "canceled"] as const;
export type PostStatus = (typeof postStatuses)[number];
