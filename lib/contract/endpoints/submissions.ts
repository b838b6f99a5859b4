import * as z from "zod";
import { defineEndpoint } from "#lib/contract/endpoint.ts";
import { pathId } from "#lib/contract/path-id.ts";
import { deletedAnswer } from "#lib/contract/resources/fields.ts";
import { BulkChangeResult, PostCountQuery } from "#lib/contract/resources/post-queries.ts";
import {
  ChangedSubmission,
  Submission,
  SubmissionAction,
  SubmissionChange,
  SubmissionCounts,
  SubmissionQuery,
} from "#lib/contract/resources/submissions.ts";

const submissionId = z.object({ id: pathId("submission") });

const allOrNone =
  "Either every post changes or none does: the error names the channel that refuses. With `posts` the change touches these posts only. Your own posts, or with `posts:manage` anybody's in the organization: the author stays their author and is notified.";

/** Endpoints for the posts of one submission together. */
export const submissionEndpoints = {
  listSubmissions: defineEndpoint({
    method: "GET",
    path: "/submissions",
    scope: "posts:read",
    documented: false,
    summary: "List your submissions, newest first",
    description:
      "A submission matches when one of its posts does, and has all of its posts. Texts are excerpts of 280 characters. A post that was reassigned to another member is a submission of that member.",
    query: SubmissionQuery,
    status: 200,
    data: z.array(Submission),
    paginated: true,
    errors: ["invalid_request", "unauthorized", "forbidden"],
  }),
  countSubmissions: defineEndpoint({
    method: "GET",
    path: "/submissions/counts",
    scope: "posts:read",
    documented: false,
    summary: "Count submissions by the statuses of their posts",
    query: PostCountQuery,
    status: 200,
    data: SubmissionCounts,
    errors: ["invalid_request", "unauthorized", "forbidden"],
  }),
  getSubmission: defineEndpoint({
    method: "GET",
    path: "/submissions/{id}",
    scope: "posts:read",
    documented: false,
    summary: "Read the posts of one submission",
    description: "A submission is one text for several channels, with a post for each. `POST /posts` creates it.",
    params: submissionId,
    status: 200,
    data: Submission,
    errors: ["unauthorized", "forbidden", "not_found"],
  }),
  changeSubmission: defineEndpoint({
    method: "PATCH",
    path: "/submissions/{id}",
    scope: "posts:write",
    forDraftsOnly: true,
    documented: false,
    summary: "Edit the posts of one submission together, and add or remove channels",
    description: `Changes the text, images, time, points and status of the listed posts, like \`PATCH /posts/{id}\` of each. A post can have a text and images of its own. \`add\` and \`remove\` change its channels. Returns 409 if one of the versions is outdated, or if a listed post is being published or already published. ${allOrNone}`,
    params: submissionId,
    body: SubmissionChange,
    status: 200,
    data: ChangedSubmission,
    repeatSafe: true,
    errors: ["invalid_request", "unauthorized", "forbidden", "not_found", "conflict", "sending_paused"],
  }),
  deleteSubmission: defineEndpoint({
    method: "DELETE",
    path: "/submissions/{id}",
    scope: "posts:write",
    forDraftsOnly: true,
    documented: false,
    summary: "Delete all posts of one submission",
    description: `Published posts are removed from the history only and stay on their platforms. Returns 409 while one of them is \`publishing\`. ${allOrNone}`,
    params: submissionId,
    status: 200,
    data: deletedAnswer("submission"),
    errors: ["unauthorized", "forbidden", "not_found", "conflict"],
  }),
  applySubmissionAction: defineEndpoint({
    method: "POST",
    path: "/submissions/{id}/changes",
    scope: "posts:write",
    forDraftsOnly: true,
    documented: false,
    summary: "Reschedule, publish, cancel, retry, delete or restore the posts of one submission together",
    description: `\`undo\` reverts the whole change, see \`POST /posts/changes/{id}/undo\`. \`refused\` is always empty. ${allOrNone}`,
    params: submissionId,
    body: SubmissionAction,
    status: 200,
    data: BulkChangeResult,
    repeatSafe: true,
    errors: ["invalid_request", "unauthorized", "forbidden", "not_found", "conflict", "sending_paused"],
  }),
} as const;
