import { expect, test } from "vitest";
import { parseMultipart } from "#lib/service/channels/testing/parse-multipart.ts";
import { encodeMultipart } from "./multipart.ts";

const image = {
  name: "image1",
  fileName: 'a "b"\r\n.png',
  mime: "image/png",
  bytes: Buffer.from("\x89PNG\r\n--x\r\n\r\n"),
};

test("a form is read back unchanged by a parser that allows no boundary over 70 characters", () => {
  const { contentType, body } = encodeMultipart([{ name: "caption", value: "größer\r\n--" }, image]);
  expect(parseMultipart(contentType, Buffer.from(body))).toEqual([
    { name: "caption", fileName: null, mime: null, bytes: Buffer.from("größer\r\n--") },
    { name: "image1", fileName: "a %22b%22%0D%0A.png", mime: "image/png", bytes: image.bytes },
  ]);
});

test("equal parts give equal bytes, so a repeated request is identical", () => {
  expect(encodeMultipart([image])).toEqual(encodeMultipart([image]));
  expect(encodeMultipart([image]).contentType).not.toBe(
    encodeMultipart([{ ...image, bytes: Buffer.from("x") }]).contentType,
  );
});

test.each([
  ["a boundary of 71 characters", "x".repeat(71), /71 characters/],
  ["a boundary that ends with a space", '"x "', /RFC 2046/],
])("the strict parser refuses %s", (_, boundary, why) => {
  expect(() => parseMultipart(`multipart/form-data; boundary=${boundary}`, Buffer.from("--x--\r\n"))).toThrow(why);
});
