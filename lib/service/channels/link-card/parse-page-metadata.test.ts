import { describe, expect, test } from "vitest";
import { parsePageMetadata } from "./parse-page-metadata.ts";

describe("a page's metadata", () => {
  test("Open Graph comes before Twitter's tags, and those before plain HTML", () => {
    const html = `<!doctype html><html><head><title>Plain &amp; long</title>
      <meta name="description" content="plain"><meta name="twitter:description" content="by Twitter">
      <meta content="Graph &quot;title&quot;" property="og:title"/>
      <meta property='og:image' content='/a.png?b=1&amp;c=2'></head>`;
    expect(parsePageMetadata(html)).toEqual({
      title: 'Graph "title"',
      description: "by Twitter",
      image: "/a.png?b=1&c=2",
    });
  });

  test("a page with only a title has no description and no image", () => {
    expect(parsePageMetadata("<TITLE lang=en>\n Gr&uuml;&#xDF;e &#8211; x\n</TITLE>")).toEqual({
      title: "Grüße – x",
      description: "",
      image: null,
    });
  });

  test("tags within comments, scripts and other tags' texts do not count", () => {
    const html = `<!-- <meta property="og:title" content="comment"> -->
      <script>document.write('<meta property="og:title" content="script">')</script>
      <noscript><meta property="og:title" content="noscript"></noscript>
      <a title='<meta property="og:title" content="quoted">'>x</a><title>Right</title><svg><title>Icon</title></svg>`;
    expect(parsePageMetadata(html).title).toBe("Right");
  });

  test("control characters and turned text do not reach the card", () => {
    expect(parsePageMetadata("<title>a\u202egnp.exe\u0007\r\n b&#0;&#xD800;</title>").title).toBe("a gnp.exe b");
  });

  test("an unknown reference and an empty tag stay out of the way", () => {
    const html = '<meta property="og:title" content=""><meta property=og:title content=Word><meta name=description>';
    expect(parsePageMetadata(`${html}<title>&unknown;</title>`)).toMatchObject({ title: "Word", description: "" });
  });

  test.each([
    ["a quote without an end", '<meta property="og:title" content="x><title>Right</title>'],
    ["a comment without an end", "<!-- <title>Wrong</title>"],
    ["10,001 tags", `${"<a>".repeat(10_001)}<title>Wrong</title>`],
  ])("what follows %s is not read", (_name, html) => {
    expect(parsePageMetadata(html).title).toBe("");
  });

  test("a value of 8,192 characters is cut", () => {
    expect(parsePageMetadata(`<title>${"x".repeat(9_000)}</title>`).title).toHaveLength(8_192);
    expect(parsePageMetadata(`<meta name=description content='${"x".repeat(9_000)}'>`).description).toHaveLength(8_192);
  });
});
