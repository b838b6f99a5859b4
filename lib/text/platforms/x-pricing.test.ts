import { expect, test } from "vitest";
import { computeXCost, xPrices } from "./x-pricing.ts";

test("a part costs 1.5 cents, 20 with a link, and a description 0.5 cents", () => {
  expect(computeXCost(["Hello"], 0)).toBe(15_000);
  expect(computeXCost(["See https://example.com", "and example.com", "and nothing"], 0)).toBe(415_000);
  expect(computeXCost(["Hello"], 3)).toBe(30_000);
  expect(computeXCost([], 0)).toBe(0);
  expect(xPrices.partWithLink).toBeGreaterThan(xPrices.part);
});

test("text that X does not detect as a link costs the same as other text", () => {
  expect(computeXCost(["me@example.com", "v1.2.3", "http://localhost:3000"], 0)).toBe(45_000);
});
