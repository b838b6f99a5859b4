import { findLinks, xLinkRule } from "#lib/text/links/find-links.ts";

/**
 * Prices that X bills the application's owner for each request, in micros (millionths) of a US dollar. Source:
 * docs.x.com, x-api/getting-started/pricing, November 2026; for an image, which that list lacks, X's staff on 31 August
 * 2026 (devcommunity.x.com 274646): each uploaded media object is billed like a post.
 */
export const xPrices = { part: 15_000, partWithLink: 200_000, image: 15_000, description: 5_000 } as const;

/**
 * Returns the price of a thread on X, in micros of a US dollar, without retries: each part, more with a link (a bare
 * domain is one), each image, and each image description.
 * @param media number of images, and of those with a description
 */
export function computeXCost(texts: readonly string[], media: { images: number; descriptions: number }): number {
  const parts = texts.map((text) => (findLinks(text, xLinkRule).length > 0 ? xPrices.partWithLink : xPrices.part));
  return (
    parts.reduce((sum, price) => sum + price, 0) +
    media.images * xPrices.image +
    media.descriptions * xPrices.description
  );
}
