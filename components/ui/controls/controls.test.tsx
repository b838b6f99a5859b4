import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { StatusBadge } from "#components/ui/feedback/status-badge.tsx";
import { getInitial, getInitials } from "#components/ui/layout/initials-avatar.tsx";
import { PlatformIcon } from "#components/ui/layout/platform-icon.tsx";
import { Button } from "./button.tsx";
import { Field } from "./field.tsx";

const words = (element: ReactElement) => renderToStaticMarkup(element).replace(/<[^>]*>/g, "");

test("a status shows its label, never only its color", () => {
  for (const status of ["draft", "scheduled", "publishing", "published", "failed", "canceled"]) {
    expect(words(<StatusBadge status={status} />).toLowerCase()).toBe(status);
    expect(renderToStaticMarkup(<StatusBadge status={status} />)).toContain("<svg");
  }
});

test("an unknown status shows its own name", () => {
  expect(words(<StatusBadge status="waiting_for-approval" />)).toBe("Waiting for approval");
  expect(words(<StatusBadge status="" />)).toBe("Unknown");
  expect(words(<StatusBadge status="constructor" />)).toBe("Constructor");
});

test("an unknown platform shows its first letter, whole", () => {
  expect(words(<PlatformIcon platform="zebra" />)).toBe("Z");
  expect(words(<PlatformIcon platform="🦓 net" />)).toBe("🦓");
  expect(words(<PlatformIcon platform="" />)).toBe("?");
  expect(words(<PlatformIcon platform="constructor" />)).toBe("C");
});

test("an icon without a visible name has a label for screen readers, and one beside a name has none", () => {
  expect(renderToStaticMarkup(<PlatformIcon platform="x" label="X" />)).toMatch(/role="img" aria-label="X"/);
  expect(renderToStaticMarkup(<PlatformIcon platform="x" />)).toContain('aria-hidden="true"');
});

test("initials use the first and the last word, in whole characters", () => {
  expect(getInitials("Ines Kolb")).toBe("IK");
  expect(getInitials("  maria  de la Cruz ")).toBe("MC");
  expect(getInitials("Øyvind")).toBe("Ø");
  expect(getInitials("🦊 fox")).toBe("🦊F");
  expect(getInitials("Ines Kolb (interim)")).toBe("II");
  expect(getInitials("“Fox” News – ")).toBe("FN");
  expect(getInitials(" ")).toBe("?");
});

test.for<[string, string]>([
  ["🦊 Fox House", "🦊"],
  ["🇩🇪🇫🇷 Team", "🇩🇪"],
  ["👩‍👩‍👧‍👦 family", "👩‍👩‍👧‍👦"],
  ["👍🏽 yes", "👍🏽"],
  ["🏴󠁧󠁢󠁳󠁣󠁴󠁿 Scotland", "🏴󠁧󠁢󠁳󠁣󠁴󠁿"],
  ["e\u0301lodie", "E\u0301"],
  ["नि", "नि"],
  ["1️⃣ first", "1️⃣"],
  ["  acme", "A"],
  ["", ""],
])("the initial of %j is %j, a whole character", ([name, initial]) => {
  expect(getInitial(name)).toBe(initial);
});

test("a field links its error and its hint to the control, the error first", () => {
  const html = renderToStaticMarkup(
    <Field label="E-mail" hint="We write rarely." error="There is no @ in it.">
      {(control) => <input {...control} />}
    </Field>,
  );
  const [, described = ""] = html.match(/aria-describedby="([^"]*)"/) ?? [];
  const spoken = described
    .split(" ")
    .map((id) => html.match(new RegExp(`id="${id}"[^>]*>(.*?)</p>`))?.[1]?.replace(/<[^>]*>/g, ""));
  expect(spoken).toEqual(["There is no @ in it.", "We write rarely."]);
  expect(html).toContain('aria-invalid="true"');
});

test("a pending button stays focusable and is marked as busy", () => {
  const html = renderToStaticMarkup(<Button pending>Retry 2</Button>);
  expect(html).toContain('aria-disabled="true"');
  expect(html).toContain('aria-busy="true"');
  expect(html).not.toMatch(/\sdisabled=""/);
});
