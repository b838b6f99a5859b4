import type { Token, Tokens } from "marked";
import { Fragment, type ReactNode } from "react";
import type { GuidePicture } from "#lib/guides/guide-pictures.ts";
import { type ParsedGuide, parseGuide, parseInline } from "#lib/guides/parse-guide.ts";
import { CodeBlock } from "./code-block.tsx";

/** Returns the address of a link, or null for one that becomes plain text. */
export type ResolveLink = (href: string) => string | null;

type Resolvers = {
  resolve: ResolveLink;
  /** Returns a picture, or null for one that becomes its text. */
  picture: (href: string) => GuidePicture | null;
};

type BlockContext = Resolvers & {
  ids: ParsedGuide["sectionIds"];
  /** Returns a label that no other element of the page has. */
  label: (text: string) => string;
};

/** The prose of an API description may come from another service, so only these links are followed. */
const safely: Resolvers = {
  resolve: (href) => (/^(https?:\/\/|[/#])/.test(href) ? href : null),
  picture: () => null,
};

/** Renders `code`, emphasis and links inside a line; everything else stays plain text. */
export function InlineMarkdown({ text }: { text: string }): ReactNode {
  return <Inline tokens={parseInline(text)} with={safely} />;
}

type MarkdownProps = { markdown: string } | ({ parsed: ParsedGuide } & Resolvers);

/** Renders Markdown without its title. HTML in it stays text. */
export function Markdown(props: MarkdownProps) {
  const parsed = "parsed" in props ? props.parsed : parseGuide(props.markdown);
  const counts = new Map<string, number>();
  const context: BlockContext = {
    ids: parsed.sectionIds,
    ...("parsed" in props ? { resolve: props.resolve, picture: props.picture } : safely),
    label: (text) => {
      const count = (counts.get(text) ?? 0) + 1;
      counts.set(text, count);
      return count === 1 ? text : `${text} ${count}`;
    },
  };
  return <Blocks tokens={parsed.tokens} context={context} />;
}

function Blocks({ tokens, context }: { tokens: readonly Token[]; context: BlockContext }) {
  return tokens.map((token, at) => {
    // Tokens have no id, and the list never changes.
    const key = `${at}${token.type}`;
    return <Fragment key={key}>{renderBlock(token, context)}</Fragment>;
  });
}

function renderBlock(token: Token, context: BlockContext): ReactNode {
  switch (token.type) {
    case "heading":
      return <Heading token={token as Tokens.Heading} context={context} />;
    case "paragraph":
      return (
        <p className="my-3 max-w-[72ch] wrap-anywhere">
          <Inline tokens={token.tokens} with={context} />
        </p>
      );
    case "list":
      return <List token={token as Tokens.List} context={context} />;
    case "code":
      return (
        <div className="my-3">
          <CodeBlock label={context.label(`Example, ${token["lang"] || "text"}`)} code={token["text"]} />
        </div>
      );
    case "table":
      return <MarkdownTable token={token as Tokens.Table} context={context} />;
    case "blockquote":
      return (
        <aside
          aria-label={context.label("Note")}
          className="my-3 max-w-[72ch] rounded-control border-l-4 border-accent-line bg-accent-wash px-4 py-1.5"
        >
          <Blocks tokens={token.tokens ?? []} context={context} />
        </aside>
      );
    case "text":
      return <Inline tokens={token.tokens ?? [token]} with={context} />;
    default:
      return token.type === "space" || token.type === "checkbox" ? null : token.raw;
  }
}

function Heading({ token, context }: { token: Tokens.Heading; context: BlockContext }) {
  const id = context.ids.get(token);
  const text = (
    <a href={`#${id}`} className="hover:underline">
      <Inline tokens={token.tokens} with={{ ...safely, resolve: () => null }} />
    </a>
  );
  if (token.depth > 2)
    return (
      <h3 id={id} className="mt-6 mb-1 scroll-mt-6 text-15 font-semibold">
        {text}
      </h3>
    );
  return (
    <h2 id={id} className="mt-8 mb-2 scroll-mt-6 text-17 font-semibold">
      {text}
    </h2>
  );
}

function List({ token, context }: { token: Tokens.List; context: BlockContext }) {
  const List = token.ordered ? "ol" : "ul";
  return (
    <List
      {...(token.ordered && typeof token.start === "number" && token.start !== 1 && { start: token.start })}
      className={`docs-list my-3 grid max-w-[72ch] gap-1.5 pl-5 wrap-anywhere ${token.ordered ? "list-decimal" : "list-disc"}`}
    >
      {token.items.map((item) => (
        <li key={item.raw}>
          <Blocks tokens={item.tokens} context={context} />
        </li>
      ))}
    </List>
  );
}

function MarkdownTable({ token: { header, rows }, context }: { token: Tokens.Table; context: BlockContext }) {
  const label = context.label(`Table: ${header.flatMap(({ text }) => text || []).join(", ")}`);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards must be able to scroll this element sideways
    <section tabIndex={0} aria-label={label} className="my-3 overflow-x-auto rounded-card border bg-paper">
      <table className="docs-table w-full text-left text-14">
        <thead>
          <tr className="border-b">
            {header.map((cell) =>
              cell.text === "" ? (
                <td key="none" />
              ) : (
                <th key={cell.text} scope="col" className="px-4 py-2 text-12 font-normal text-ink-3 max-sm:px-2.5">
                  <Inline tokens={cell.tokens} with={context} />
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.map((cell) => cell.text).join()} className="border-b last:border-b-0">
              {row.map((cell, at) => (
                <td key={header[at]?.text ?? cell.text} className="px-4 py-2 max-sm:px-2.5">
                  <Inline tokens={cell.tokens} with={context} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

type InlineProps = { tokens: readonly Token[] | undefined; with: Resolvers };

function Inline({ tokens = [], with: resolvers }: InlineProps): ReactNode {
  return tokens.map((token, at) => {
    const key = `${at}${token.type}`;
    return <Fragment key={key}>{renderInline(token, resolvers)}</Fragment>;
  });
}

function renderInline(token: Token, resolvers: Resolvers): ReactNode {
  const inner = <Inline tokens={"tokens" in token ? token.tokens : undefined} with={resolvers} />;
  switch (token.type) {
    case "codespan":
      return <code className="inline-code">{token["text"]}</code>;
    case "strong":
      return <strong className="font-semibold">{inner}</strong>;
    case "em":
      return <em>{inner}</em>;
    case "br":
      return <br />;
    case "link": {
      const href = resolvers.resolve(token["href"]);
      if (href === null) return inner;
      return (
        <a href={href} className="text-accent underline underline-offset-2">
          {inner}
        </a>
      );
    }
    case "image": {
      const picture = resolvers.picture(token["href"]);
      return picture === null ? token["text"] : <Picture {...picture} alt={token["text"]} />;
    }
    case "text":
      return "tokens" in token && token.tokens ? inner : token["text"];
    case "escape":
      return token["text"];
    default:
      return token.raw;
  }
}

/** A picture of the product; a click shows it in full. */
function Picture({ src, width, height, alt }: GuidePicture & { alt: string }) {
  return (
    <a href={src} className={`my-3 block ${width < height ? "max-w-80" : ""}`}>
      <img
        src={src}
        width={width}
        height={height}
        alt={alt}
        loading="lazy"
        decoding="async"
        className="w-full rounded-card border"
      />
    </a>
  );
}
