import type { CallOptions } from "./client-options.ts";
import type { Pagination, Post } from "./generated/contract-types.d.ts";

/** One page of a list of posts. */
export type PostListPage = { data: Post[]; pagination: Pagination };

type PageQuery = { limit?: number; offset?: number };
type ReadPage = (range: PageQuery, options: CallOptions | undefined) => Promise<PostListPage>;

const pageSizeMax = 100;

/**
 * Posts of a query. `for await` reads all of them, page by page; `page()` reads one page. Posts that are created or
 * deleted meanwhile, also by the loop itself, neither repeat others nor hide them.
 */
export class PostList implements AsyncIterable<Post> {
  readonly #readPage: ReadPage;
  readonly #range: PageQuery;
  readonly #options: CallOptions | undefined;

  constructor(readPage: ReadPage, range: PageQuery, options: CallOptions | undefined) {
    this.#readPage = readPage;
    this.#range = range;
    this.#options = options;
  }

  /** Reads one page, of the query's `limit` and `offset`. */
  page(): Promise<PostListPage> {
    return this.#readPage(this.#range, this.#options);
  }

  /** Reads all posts into an array. */
  async toArray(): Promise<Post[]> {
    const posts: Post[] = [];
    for await (const post of this) posts.push(post);
    return posts;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Post, void, void> {
    const limit = this.#range.limit ?? pageSizeMax;
    const first = this.#range.offset ?? 0;
    const seen = new Set<string>();
    let offset = first;
    let totalBefore: number | null = null;
    for (;;) {
      const { data, pagination } = await this.#readPage({ limit, offset }, this.#options);
      const total = pagination.total_is_lower_bound ? null : pagination.total;
      if (totalBefore !== null && total !== null && total < totalBefore && offset > first) {
        // Posts left the list, so that others moved up over the edge of the page: read from before the edge again.
        offset = Math.max(first, offset - (totalBefore - total));
        totalBefore = total;
        continue;
      }
      totalBefore = total;
      for (const post of data) {
        if (seen.has(post.id)) continue;
        seen.add(post.id);
        yield post;
      }
      offset += data.length;
      if (data.length === 0 || (total !== null && offset >= total)) return;
    }
  }
}
