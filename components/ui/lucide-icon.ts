import { createElement, type SVGProps } from "react";
import { cn } from "./cn.tsx";

type Drawing = { node: readonly [tag: string, attributes: Record<string, string>][] };

const look = {
  width: 24,
  height: 24,
  viewBox: "0 0 24 24",
  fill: "none",
  stroke: "currentColor",
  strokeLinecap: "round",
  strokeLinejoin: "round",
} as const;

/**
 * Draws Lucide's icons in place of its own 1 KB: the build leads lucide-react's `createLucideIcon` here (next.config.mjs),
 * which takes a default export. An icon that has no name of its own is for the eye alone.
 */
// biome-ignore lint/style/noDefaultExport: what it stands for is one
export default function createLucideIcon({ node }: Drawing) {
  const drawn = node.map(([tag, attributes]) => createElement(tag, attributes));
  return ({ className, ...rest }: SVGProps<SVGSVGElement>) =>
    createElement(
      "svg",
      { ...look, "aria-hidden": rest["aria-label"] ? undefined : true, ...rest, className: cn("lucide", className) },
      drawn,
    );
}
