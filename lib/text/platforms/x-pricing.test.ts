import { expect, test } from "vitest";
import { computeXCost, xPrices } from "./x-pricing.ts";

const noMedia = { images: 0, descriptions: 0 };

test("a part and an image cost 1.5 cents each, a part with a link 20, and a description 0.5 cents", () => {
  expect(computeXCost(["Hello"], noMedia)).toBe(15_000);
  expect(computeXCost(["See https://example.com", "and example.com", "and nothing"], noMedia)).toBe(415_000);
  expect(computeXCost(["Hello"], { images: 4, descriptions: 3 })).toBe(90_000);
  expect(computeXCost([], noMedia)).toBe(0);
  expect(xPrices.partWithLink).toBeGreaterThan(xPrices.part);
});

test("text that X does not detect as a link costs the same as other text", () => {
  expect(computeXCost(["me@example.com", "v1.2.3", "http://localhost:3000"], noMedia)).toBe(45_000);
});
