"use client";
import { useEffect, useRef } from "react";
import type { PlatformPlan } from "#components/composer/editor/text-engine/use-delivery-plans.ts";
import { formatExceededLimit } from "#components/preview/remaining-limit.ts";
import { announce } from "#components/ui/feedback/announce.tsx";

/** Ms of quiet before the announcement: a number with each keystroke would be noise. */
const quietMs = 1_200;

/** Announces to screen readers when a text exceeds a limit and when it fits again, but not each count. */
export function LimitAnnouncements({ planned }: { planned: readonly PlatformPlan[] }) {
  const over = planned.flatMap(({ rules, plan }) =>
    plan && "problem" in plan ? [{ rules, problem: plan.problem }] : [],
  );
  const where = over.map(({ rules, problem }) => `${rules.slug}${problem.part}`).join();
  const message = over.map(({ rules, problem: { part, count, limit, unit } }) => {
    const what = part === null ? "the text" : `part ${part + 1}`;
    const which = unit === "images" ? "" : `: ${what} has ${count} of ${limit}`;
    return `${formatExceededLimit(unit)} for ${rules.name}${which}.`;
  });
  const latest = useRef(message);
  latest.current = message;
  const announced = useRef("");

  useEffect(() => {
    if (where === announced.current) return;
    const timer = setTimeout(() => {
      announced.current = where;
      announce(latest.current.join(" ") || "It fits everywhere again.");
    }, quietMs);
    return () => clearTimeout(timer);
  }, [where]);
  return null;
}
