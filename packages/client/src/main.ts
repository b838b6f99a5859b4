// biome-ignore-all lint/performance/noBarrelFile: the one entry of the package
export type { CallOptions, PostwrightOptions } from "./client-options.ts";
export { createClient, type Postwright } from "./create-client.ts";
export type * from "./generated/contract-types.d.ts";
export type { UploadProgress } from "./multipart-upload.ts";
export type { OperationName } from "./operation-caller.ts";
export type { PostList, PostListPage } from "./post-list.ts";
export { type ClientErrorCode, PostwrightError } from "./postwright-error.ts";
export { type CreatePostsInput, isPostwrightError, type UploadOptions } from "./resources.ts";
export { type VerifyWebhookInput, verifyWebhook, type WebhookMessage } from "./verify-webhook.ts";
export type { WaitOptions } from "./wait-until-done.ts";
