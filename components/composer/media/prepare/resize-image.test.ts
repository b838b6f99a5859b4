import fc from "fast-check";
import { expect, test } from "vitest";
import { resizeAttempts, scaleToLimits } from "./resize-image.ts";

const limits = { pixels: 50_000_000, side: 8192 };

test("an image is never enlarged, keeps its shape, and meets both limits", () => {
  const side = fc.integer({ min: 1, max: 30_000 });
  fc.assert(
    fc.property(side, side, (width, height) => {
      const made = scaleToLimits(width, height, limits);
      expect(made.width * made.height).toBeLessThanOrEqual(limits.pixels);
      expect(Math.max(made.width, made.height)).toBeLessThanOrEqual(limits.side);
      expect(made.width <= width && made.height <= height).toBe(true);
      // Rounding changes the ratio by less than one pixel.
      if (made.width > 1 && made.height > 1) {
        expect(Math.abs(made.width * height - made.height * width)).toBeLessThanOrEqual(Math.max(width, height));
      }
    }),
  );
});

test("an image that fits is unchanged, and each attempt requests a smaller size", () => {
  expect(scaleToLimits(4000, 3000, limits)).toEqual({ width: 4000, height: 3000 });
  expect(scaleToLimits(10_000, 6_000, limits)).toEqual({ width: 8192, height: 4915 });
  const sizes = resizeAttempts.map(({ shrink }) => scaleToLimits(4000, 3000, limits, shrink).width);
  expect(sizes).toEqual(sizes.toSorted((one, other) => other - one));
});
