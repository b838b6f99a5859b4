import { createElement, type SVGProps } from "react";
import { joinClassNames } from "./join-class-names.ts";

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
 * Replaces Lucide's own 1 KB icon renderer: the build aliases lucide-react's `createLucideIcon` to this file
 * (next.config.mjs), which requires a default export. An icon without a name is hidden from screen readers.
 */
// biome-ignore lint/style/noDefaultExport: the replaced module has a default export
export default function createLucideIcon({ node }: Drawing) {
  const drawn = node.map(([tag, attributes]) => createElement(tag, attributes));
  return ({ className, ...rest }: SVGProps<SVGSVGElement>) =>
    createElement(
      "svg",
      {
        ...look,
        "aria-hidden": rest["aria-label"] ? undefined : true,
        ...rest,
        className: joinClassNames("lucide", className),
      },
      ...drawn,
    );
}
