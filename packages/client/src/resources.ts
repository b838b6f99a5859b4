import type { CallOptions } from "./client-options.ts";
import type { Operations, Pagination, Post } from "./generated/contract-types.d.ts";
import type { UploadProgress } from "./multipart-upload.ts";
import type { OperationCaller, OperationName } from "./operation-caller.ts";
import { PostList, type PostListPage } from "./post-list.ts";
import { PostwrightError } from "./postwright-error.ts";
import { type WaitOptions, waitUntilDone } from "./wait-until-done.ts";

type InputOf<N extends OperationName> = Operations[N]["input"];
type DataOf<N extends OperationName> = Operations[N]["data"];
type WithoutId<T> = Omit<NonNullable<T>, "id">;

/** The input of a create. A `Date` is sent as ISO 8601 with Z. */
export type CreatePostsInput = Omit<InputOf<"createPosts">, "scheduled_for"> & {
  /** When the posts are published. Omitted: as soon as possible. A text needs Z or an offset. */
  scheduled_for?: string | Date | null;
};

export type UploadOptions = CallOptions & {
  /** The name of the file. Default: that of a `File`, otherwise `file`. */
  name?: string | undefined;
  /** Description for people who can't see the image. Needs a service that offers `PATCH /media/{id}`. */
  alt?: string | undefined;
  /** Called while the file is sent, and in browsers at its beginning and end alone. */
  onProgress?: ((progress: UploadProgress) => void) | undefined;
};

type Call = <N extends OperationName>(name: N, input?: object, options?: CallOptions) => Promise<DataOf<N>>;

const createCall =
  ({ call }: OperationCaller): Call =>
  async <N extends OperationName>(name: N, input?: object, options?: CallOptions) =>
    (await call(name, input, options)).data as DataOf<N>;

/** Posts: create, read and change them. */
export function createPosts(caller: OperationCaller) {
  const call = createCall(caller);
  const get = (id: string, options?: CallOptions) => call("getPost", { id }, options);
  return {
    /** Publishes, schedules or saves a post as a draft: one post for each channel. Safe to repeat. */
    create: (input: CreatePostsInput, options?: CallOptions) => call("createPosts", input, options),
    /** Returns warnings about posts that are not created yet, such as the same text twice within a day. */
    check: (
      input: Omit<InputOf<"checkPosts">, "scheduled_for"> & { scheduled_for?: string | Date | null },
      options?: CallOptions,
    ) => call("checkPosts", input, options),
    /** Your posts, newest first: `for await` reads all, `.page()` one page. */
    list: (query: NonNullable<InputOf<"listPosts">> = {}, options?: CallOptions) =>
      new PostList(
        async (range, own) => {
          const { data, pagination } = await caller.call("listPosts", { ...query, ...range }, own);
          const page = { data: data as Post[], pagination: pagination as Pagination };
          requireKnownParameters(page, { ...query, ...range });
          return page;
        },
        {
          ...(query.limit !== undefined && { limit: query.limit }),
          ...(query.offset !== undefined && { offset: query.offset }),
        },
        options,
      ),
    get,
    /** Changes the given fields. `version` is the one you read; any other returns 409. */
    update: (id: string, change: WithoutId<InputOf<"changePost">>, options?: CallOptions) =>
      call("changePost", { ...change, id }, options),
    /** Deletes a post. A published one leaves your history alone and stays on its platform. */
    async delete(id: string, options?: CallOptions): Promise<DataOf<"deletePost">> {
      try {
        return await call("deletePost", { id }, options);
      } catch (error) {
        // The answer to the first attempt was lost, and the second one found nothing left to delete.
        if (isPostwrightError(error) && error.status === 404 && error.mayHaveArrived) return { id, deleted: true };
        throw error;
      }
    },
    /** Sends the missing parts of a failed post. */
    retry: (id: string, input: WithoutId<InputOf<"retryPost">> = {}, options?: CallOptions) =>
      call("retryPost", { ...input, id }, options),
    /** Cancels a scheduled post and keeps it. */
    cancel: (id: string, options?: CallOptions) => call("cancelPost", { id }, options),
    /** Restores a post that was deleted within 30 days. */
    restore: (id: string, options?: CallOptions) => call("restorePost", { id }, options),
    /** Takes a published post down from its platform, where the platform allows it. */
    takeDown: (id: string, options?: CallOptions) => call("takeDownPost", { id }, options),
    /** Waits until a post is published, failed or canceled, and returns it. A `signal` limits the wait. */
    waitUntilDone: (id: string, options: WaitOptions = {}) => waitUntilDone(() => get(id, options), options),
  };
}

/** Images. */
export function createMedia(caller: OperationCaller) {
  const call = createCall(caller);
  /** Sets the description for people who can't see the image. */
  const describe = (id: string, alt: string, options?: CallOptions) => call("describeMedia", { id, alt }, options);
  return {
    /** Uploads one image and returns its id for `media` of a post: JPEG, PNG, WebP or GIF up to 10 MB. */
    async upload(
      file: Blob,
      { name, alt, onProgress, ...options }: UploadOptions = {},
    ): Promise<DataOf<"uploadMedia">> {
      const fileName = name ?? ("name" in file && typeof file.name === "string" ? file.name : undefined);
      const envelope = await caller.call("uploadMedia", { file }, { ...options, fileName, onProgress });
      const media = envelope.data as DataOf<"uploadMedia">;
      onProgress?.({ sent: file.size, total: file.size });
      // The key belongs to the upload: another request with it would be refused.
      return alt === undefined
        ? media
        : describe(media.id, alt, { signal: options.signal, timeoutMs: options.timeoutMs });
    },
    describe,
  };
}

/** Returns true for an error of the client, also one of another copy of this package. */
export const isPostwrightError = (error: unknown): error is PostwrightError =>
  error instanceof PostwrightError || (error instanceof Error && error.name === "PostwrightError");

/**
 * A service that ignores a wrong name of a parameter answers with posts of any status, or with the first page again.
 * @throws PostwrightError if the answer is not to the question
 */
function requireKnownParameters({ data, pagination }: PostListPage, query: NonNullable<InputOf<"listPosts">>): void {
  const statuses = query.status === undefined || query.status === null ? [] : [query.status].flat();
  const others = statuses.length === 0 ? [] : data.filter((post) => !statuses.some((status) => status === post.status));
  const isFirstPage = (query.offset ?? 0) > 0 && pagination.offset !== query.offset;
  if (!isFirstPage && others.length <= data.length / 2) return;
  const message =
    "The service doesn't know the names that were sent for status, page size and skipped posts. Set listParams (POSTWRIGHT_LIST_PARAMS for the command) to its own names.";
  throw new PostwrightError({ code: "unreadable", message, status: 200 });
}
