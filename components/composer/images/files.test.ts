import { expect, test } from "vitest";
import { sortFiles } from "./files.ts";

const file = (name: string, type = "image/png", size = 10) => ({ name, type, size });

test("what is no image, or too large, is refused by name before it is sent", () => {
  const { taken, refused } = sortFiles(
    [file("a.png"), file("b.svg", "image/svg+xml"), file("c.png", "image/png", 11e6)],
    4,
  );
  expect(taken.map((one) => one.name)).toEqual(["a.png"]);
  expect(refused).toEqual(["b.svg is not a JPEG, PNG, WebP or GIF.", "c.png has 10.5 MB; the limit is 10 MB."]);
});

test("no more are taken than there is room for, and that is said", () => {
  const { taken, refused } = sortFiles([file("a"), file("b"), file("c")], 1);
  expect(taken.map((one) => one.name)).toEqual(["a"]);
  expect(refused).toEqual(["A post holds 4 images: 2 were left out."]);
});
