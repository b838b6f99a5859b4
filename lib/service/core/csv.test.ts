import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { escapeFormulas, formatCsv, formatCsvHeader } from "./csv.ts";

describe("escaping a CSV text", () => {
  test.for([
    ["=1+1", "'=1+1"],
    ["+1", "'+1"],
    ["-1", "'-1"],
    ["@SUM(A1)", "'@SUM(A1)"],
    ["＝1", "'＝1"],
    ["－1", "'－1"],
    [' "=1', "' \"=1"],
    ["\tplain", "'\tplain"],
    ["'\tplain", "''\tplain"],
    ["\r=1", "'\r'=1"],
    ["a;=1+1", "a;'=1+1"],
    ["a; =1", "a;' =1"],
    ['a;"=1', "a;'\"=1"],
    ["a\t=1", "a\t'=1"],
    ["a\n- b\r\n+ c", "a\n'- b\r\n'+ c"],
    ["a;'=1", "a;''=1"],
  ])("%j is written as %j", ([text, written]) => expect(escapeFormulas(String(text))).toBe(written));

  test.for(["plain", "a - b", "1,5; 2,5", "it's", "a;b", "'quoted'", "3=3"])("%j stays unchanged", (text) =>
    expect(escapeFormulas(text)).toBe(text),
  );

  const any = fc.string({ unit: fc.constantFrom(..."=+-@＝＠;,\t\r\n\u2028'\" a1".split("")), maxLength: 12 });

  test("no cell begins a formula, whatever separator the spreadsheet uses", () => {
    fc.assert(
      fc.property(any, (text) => {
        for (const cell of escapeFormulas(text).split(/[;\t\r\n\u2028]/u))
          expect(cell).not.toMatch(/^[ "]*[=+\-@＝＠]/u);
        expect(escapeFormulas(text)).not.toMatch(/^[\t\r]/u);
      }),
    );
  });

  test("removing one inserted ' from each place restores the text", () => {
    const back = (text: string) =>
      text.replace(/^'(?=[ "']*[=+\-@＝＠]|'*[\t\r])/u, "").replace(/([;\t\r\n\u2028])'(?=[ "']*[=+\-@＝＠])/gu, "$1");
    fc.assert(
      fc.property(any, (text) => {
        expect(back(escapeFormulas(text))).toBe(text);
      }),
    );
  });
});

test("a file begins with the byte-order mark that makes Excel read UTF-8", () => {
  expect([...Buffer.from(formatCsvHeader(["id", "text"])).subarray(0, 5)]).toEqual([0xef, 0xbb, 0xbf, 0x69, 0x64]);
});

test("numbers stay numbers, and rows end as RFC 4180 requires", () => {
  expect(
    formatCsv([
      ["a", -5],
      ['say "x"', "two\nlines"],
    ]),
  ).toBe('a,-5\r\n"say ""x""","two\nlines"\r\n');
});
