import path from "node:path/posix";
import { type Guide, getGuidePath, guides } from "./guide-list.ts";

/**
 * Returns the address of a link in a guide: a guide's page instead of its file, a fragment or an address elsewhere as
 * it is. Null for a file that is not published, whose link becomes plain text.
 * @param suffix `.md` links to the Markdown of other guides
 */
export function resolveGuideLink(href: string, { file }: Pick<Guide, "file">, suffix: "" | ".md" = ""): string | null {
  if (/^(https?:\/\/|#)/.test(href)) return href;
  const [target = "", fragment] = href.split("#");
  const hash = fragment === undefined ? "" : `#${fragment}`;
  // Guides link to the pages of the API by their address; there is no file for these.
  if (target.startsWith("/")) return target.startsWith("/docs") ? `${target}${suffix}${hash}` : href;
  const linked = path.normalize(path.join(path.dirname(file), target));
  const guide = guides.find((one) => one.file === linked);
  return guide ? `${getGuidePath(guide)}${suffix}${hash}` : null;
}

const fence = /^(```[\s\S]*?^```)/gm;

/** Returns the Markdown of a guide for other programs: links lead to published Markdown, others become plain text. */
export function toPublishedMarkdown(markdown: string, guide: Pick<Guide, "file">): string {
  return markdown
    .split(fence)
    .map((piece) =>
      piece.startsWith("```")
        ? piece
        : piece.replace(/(!?)\[([^[\]]*)\]\(([^()\s]+)\)/g, (_, image: string, text: string, href: string) => {
            const address = image ? null : resolveGuideLink(href, guide, ".md");
            return address === null ? text : `[${text}](${address})`;
          }),
    )
    .join("");
}
