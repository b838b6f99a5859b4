import type { Config } from "tailwindcss";

/** The colour tokens of app/globals.css; no other file may define a colour. */
const tokens = [
  "desk",
  "paper",
  "sunk",
  "line",
  "line-strong",
  "line-control",
  "ink",
  "ink-2",
  "ink-3",
  "accent",
  "on-accent",
  "accent-wash",
  "accent-line",
  "gold",
  "gold-wash",
  "gold-text",
  "draft",
  "draft-wash",
  "scheduled",
  "scheduled-wash",
  "publishing",
  "publishing-wash",
  "published",
  "published-wash",
  "failed",
  "failed-wash",
  "inverse",
  "inverse-2",
  "on-inverse",
];

export default {
  content: [
    "./app/**/*.{ts,tsx}",
    "./components/**/*.{ts,tsx}",
    "./public/docs.js",
    "!./{app,components}/**/*.test.{ts,tsx}",
    "!./{app,components}/**/testing/**",
  ],
  theme: {
    colors: {
      transparent: "transparent",
      current: "currentColor",
      ...Object.fromEntries(tokens.map((token) => [token, `var(--${token})`])),
    },
    // Named by size in px at the browser's default of 16; in rem to respect a reader's larger text size.
    fontSize: {
      11: ["0.6875rem", "1rem"],
      12: ["0.75rem", "1rem"],
      13: ["0.8125rem", "1.125rem"],
      14: ["0.875rem", "1.25rem"],
      15: ["0.9375rem", "1.375rem"],
      17: ["1.0625rem", "1.625rem"],
      20: ["1.25rem", "1.625rem"],
      26: ["1.625rem", "2rem"],
    },
    fontFamily: {
      sans: ["var(--font-sans)", "ui-sans-serif", "system-ui", "sans-serif"],
      mono: ["var(--font-mono)", "ui-monospace", "SFMono-Regular", "Menlo", "DejaVu Sans Mono", "monospace"],
    },
    borderRadius: { none: "0", chip: "8px", control: "10px", card: "14px", sheet: "16px", full: "9999px" },
    extend: {
      spacing: { rail: "228px", "rail-compact": "68px", "top-bar": "60px", row: "54px" },
    },
  },
} satisfies Config;
