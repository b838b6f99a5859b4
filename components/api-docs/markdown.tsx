import type { ReactNode } from "react";

type MarkdownBlock =
  | { type: "heading"; text: string }
  | { type: "table"; rows: string[][] }
  | { type: "list"; items: string[] }
  | { type: "paragraph"; text: string };

/** Parses the Markdown that a description uses: headings, tables, lists, paragraphs. Anything else stays text. */
export function parseMarkdown(markdown: string): MarkdownBlock[] {
  const blocks: MarkdownBlock[] = [];
  for (const line of markdown.split("\n")) {
    const last = blocks.at(-1);
    const heading = /^#{1,4} +(.+)$/.exec(line)?.[1];
    const item = /^[-*] +(.+)$/.exec(line)?.[1];
    if (heading) blocks.push({ type: "heading", text: heading });
    else if (line.startsWith("|")) {
      const cells = line.slice(1, line.endsWith("|") ? -1 : undefined).split("|");
      const row = cells.map((cell) => cell.trim());
      if (row.every((cell) => /^:?-+:?$/.test(cell))) continue;
      if (last?.type === "table") last.rows.push(row);
      else blocks.push({ type: "table", rows: [row] });
    } else if (item) {
      if (last?.type === "list") last.items.push(item);
      else blocks.push({ type: "list", items: [item] });
    } else if (line.trim() === "") blocks.push({ type: "paragraph", text: "" });
    else if (last?.type === "list") last.items.push(`${last.items.pop()} ${line.trim()}`);
    else if (last?.type === "paragraph") last.text = `${last.text} ${line.trim()}`.trim();
    else blocks.push({ type: "paragraph", text: line.trim() });
  }
  return blocks.filter((block) => block.type !== "paragraph" || block.text !== "");
}

/** Converts a heading to a fragment name. */
export function toAnchorId(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}

/** Renders `code` and **bold** inside a line; everything else stays plain text. */
export function InlineMarkdown({ text }: { text: string }): ReactNode {
  return text.split(/(`[^`]+`|\*\*[^*]+\*\*)/).map((piece, at) => {
    const key = `${at}${piece}`;
    if (piece.startsWith("`") && piece.endsWith("`") && piece.length > 2) {
      return (
        <code key={key} className="rounded-[5px] bg-sunk px-1 py-px font-mono text-13">
          {piece.slice(1, -1)}
        </code>
      );
    }
    if (piece.startsWith("**") && piece.length > 4) {
      return (
        <strong key={key} className="font-semibold">
          <InlineMarkdown text={piece.slice(2, -2)} />
        </strong>
      );
    }
    return piece;
  });
}

/** Renders Markdown; headings become h2. */
export function Markdown({ markdown }: { markdown: string }) {
  return parseMarkdown(markdown).map((block, at) => {
    const key = `${at}${block.type}`;
    if (block.type === "heading") {
      return (
        <h2 key={key} id={toAnchorId(block.text)} className="mt-9 mb-2 scroll-mt-6 text-17 font-semibold">
          <InlineMarkdown text={block.text} />
        </h2>
      );
    }
    if (block.type === "table") return <MarkdownTable key={key} rows={block.rows} />;
    if (block.type === "list") {
      return (
        <ul
          key={key}
          className="my-2 grid max-w-[72ch] list-disc gap-1.5 [overflow-wrap:anywhere] pl-5 marker:text-ink-3"
        >
          {block.items.map((item) => (
            <li key={item}>
              <InlineMarkdown text={item} />
            </li>
          ))}
        </ul>
      );
    }
    return (
      <p key={key} className="my-2 max-w-[72ch] [overflow-wrap:anywhere]">
        <InlineMarkdown text={block.text} />
      </p>
    );
  });
}

function MarkdownTable({ rows: [head = [], ...rows] }: { rows: string[][] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards must be able to scroll this element sideways
    <section tabIndex={0} aria-label={head.join(", ")} className="my-3 overflow-x-auto rounded-card border bg-paper">
      <table className="w-full border-collapse text-left text-14">
        <thead>
          <tr className="border-b">
            {head.map((cell) => (
              <th key={cell} scope="col" className="px-4 py-2 text-12 font-normal text-ink-3">
                <InlineMarkdown text={cell} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.join()} className="border-b last:border-b-0">
              {row.map((cell, at) => (
                <td key={head[at] ?? cell} className="px-4 py-2 align-top first:whitespace-nowrap">
                  <InlineMarkdown text={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
