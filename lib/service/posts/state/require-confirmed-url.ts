import { formatNumber } from "#lib/contract/format-number.ts";
import { isPublishedUrl, publishedUrlCharacters } from "#lib/contract/published-url.ts";
import { Refusal } from "#lib/service/core/refusal.ts";

type ConfirmedUrlInput = { url?: string | undefined; unconfirmed?: "is_there" | "send_again" | undefined };

/**
 * Checks the address of a part that the member found on the platform.
 * @param postCount posts of the request: an address belongs to one
 * @throws Refusal `invalid_request`
 */
export function requireConfirmedUrl({ url, unconfirmed }: ConfirmedUrlInput, postCount: number): void {
  if (url === undefined) return;
  if (unconfirmed !== "is_there" || postCount !== 1) {
    throw new Refusal("invalid_request", "Only unconfirmed: is_there for one post accepts a url.", "url");
  }
  if (!isPublishedUrl(url)) {
    const message = `Send the post's https address of at most ${formatNumber(publishedUrlCharacters)} characters.`;
    throw new Refusal("invalid_request", message, "url");
  }
}
