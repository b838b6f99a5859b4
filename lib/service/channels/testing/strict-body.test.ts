import { expect, test } from "vitest";
import { encodeMultipart } from "#lib/service/channels/core/multipart.ts";
import { checkRequest } from "./strict-body.ts";

const json = { "content-type": "application/json" };
const form = { "content-type": "application/x-www-form-urlencoded" };

test.each<[string, Record<string, string>, string | Uint8Array, RegExp]>([
  ["a name twice in JSON", json, '{"a":1,"b":{"c":2,"c":3}}', /name twice/],
  ["a lone surrogate", json, String.raw`{"a":"\ud800"}`, /lone surrogate/],
  ["a number that lost digits", json, '{"id":17841400000000001234}', /lost digits/],
  ["broken JSON", json, '{"a":', /JSON/],
  ["bytes that are not UTF-8", json, new Uint8Array([0x22, 0xff, 0x22]), /encoded data/],
  ["a header with a line end", { "x-a": "1\r\nx-b: 2" }, "", /RFC 9110/],
  ["a header with a name of two words", { "x a": "1" }, "", /RFC 9110/],
  ["a body without a type", {}, "{}", /no content-type/],
  ["an unescaped form", form, "text=a b", /unescaped/],
  ["a form with a field twice", form, "a=1&a=2", /comes twice/],
])("%s is found in a request", (_, headers, body, why) => {
  expect(() => checkRequest(headers, body)).toThrow(why);
});

test("a field or a file name that comes twice is found in a form with files", () => {
  const file = (name: string, fileName: string) => ({ name, fileName, mime: "image/png", bytes: new Uint8Array([1]) });
  const of = (...files: ReturnType<typeof file>[]) => {
    const { contentType, body } = encodeMultipart(files);
    return () => checkRequest({ "content-type": contentType }, body);
  };
  expect(of(file("a", "1.png"), file("b", "1.png"))).toThrow("file name 1.png comes twice");
  expect(of(file("a", "1.png"), file("a", "2.png"))).toThrow("field a comes twice");
  expect(of(file("a", "1.png"), file("b", "2.png"))).not.toThrow();
});

test("what the RFCs allow passes", () => {
  const text = JSON.stringify({ a: 'quote " and : colon', "b:c": ["é", { a: 1 }], "": null });
  expect(() => checkRequest({ ...json, authorization: "Bearer a.b-c" }, text)).not.toThrow();
  expect(() => checkRequest(form, new URLSearchParams({ text: "a b+c é~'()*" }).toString())).not.toThrow();
  expect(() => checkRequest({ "content-type": "image/png" }, new Uint8Array([0xff]))).not.toThrow();
});
