import { joinClassNames } from "#components/ui/join-class-names.ts";

const sizes = {
  small: "size-6 text-11",
  medium: "size-[30px] text-12",
  large: "size-[38px] text-14",
  podium: "size-[60px] text-20",
};

type AvatarProps = {
  name: string;
  size?: keyof typeof sizes;
  /** `ink` for organizations and channels, `gold` for the first on the podium. */
  tone?: "accent" | "gold" | "ink";
  square?: boolean;
};

const tones = {
  accent: "bg-accent-wash text-accent",
  gold: "bg-gold-wash text-gold-text outline-2 outline-gold",
  ink: "bg-ink text-paper",
};

let segmenter: Intl.Segmenter | null = null;

/**
 * Returns a name's first user-perceived character in upper case: a flag, a family or a letter with its accents counts
 * as one. Not by index: the server and the browser would draw half an emoji differently. Empty for an empty name.
 */
export function getInitial(name: string): string {
  segmenter ??= new Intl.Segmenter();
  const [first] = segmenter.segment(name.trim());
  return first?.segment.toUpperCase() ?? "";
}

/**
 * Returns up to two initials: of the first and the last word without a leading bracket or quotation mark; for one word,
 * its first. `?` for an empty name.
 */
export function getInitials(name: string): string {
  const words = name
    .split(/\s+/)
    .map((word) => word.replace(/^\p{P}+/u, ""))
    .filter(Boolean);
  const picked = words.length > 1 ? [words[0], words[words.length - 1]] : words;
  return picked.map((word) => getInitial(word ?? "")).join("") || "?";
}

/** Initials in a disc. Hidden from screen readers: the name is beside it. */
export function InitialsAvatar({ name, size = "medium", tone = "accent", square }: AvatarProps) {
  return (
    <span
      aria-hidden="true"
      className={joinClassNames(
        "inline-flex shrink-0 select-none items-center justify-center font-semibold",
        sizes[size],
        tones[tone],
        square ? "rounded-chip" : "rounded-full",
      )}
    >
      {getInitials(name)}
    </span>
  );
}
