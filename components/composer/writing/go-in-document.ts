import { toDocumentPosition } from "#components/composer/editor/text-engine/document-text.ts";

/** Characters of a segment before the one at `at`, in the text that lies behind the document. */
function findCharacter(segment: Element, at: number): Range | null {
  const walker = document.createTreeWalker(segment, NodeFilter.SHOW_TEXT, {
    acceptNode: ({ parentElement }) =>
      parentElement?.dataset["number"] === undefined ? NodeFilter.FILTER_ACCEPT : NodeFilter.FILTER_REJECT,
  });
  let left = at;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const { length } = node.nodeValue ?? "";
    if (left < length) {
      const range = document.createRange();
      range.setStart(node, left);
      range.setEnd(node, left + 1);
      return range;
    }
    left -= length;
  }
  return null;
}

/** Puts the caret of the document at a place of a part, and that place into view: a browser shows only the whole field. */
export function moveDocumentCaret(field: HTMLTextAreaElement, texts: readonly string[], part: number, at: number): void {
  const place = toDocumentPosition(texts, part, at);
  field.focus({ preventScroll: true });
  field.setSelectionRange(place, place);
  const segment = field.parentElement?.querySelectorAll("[data-segment]")[part];
  const box = segment && (findCharacter(segment, at) ?? segment).getBoundingClientRect();
  const isSeen = box && box.top > edgePx && box.bottom < innerHeight - edgePx * 2;
  if (box && !isSeen) scrollBy({ top: box.top - innerHeight / 3 });
}

/** What bars take at the edges of the page, px; at the lower edge there may be two. */
const edgePx = 76;
