import { resolveGuideLink } from "#lib/guides/guide-links.ts";
import type { Guide } from "#lib/guides/guide-list.ts";
import { resolveGuidePicture } from "#lib/guides/guide-pictures.ts";
import type { ParsedGuide } from "#lib/guides/parse-guide.ts";
import { Markdown } from "./markdown.tsx";

/** One guide: its Markdown as a page. */
export function GuidePage({ guide, parsed }: { guide: Guide; parsed: ParsedGuide }) {
  return (
    <>
      <h1 className="text-26 font-semibold">{parsed.title}</h1>
      <Markdown
        parsed={parsed}
        resolve={(href) => resolveGuideLink(href, guide)}
        picture={(href) => resolveGuidePicture(href, guide)}
      />
    </>
  );
}
