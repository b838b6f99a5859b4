import { findSlackAddresses } from "#lib/text/links/addresses.ts";

/** Escapes the only three characters with a special meaning; Slack, "Formatting message text", "Escaping text". */
function escaped(character: string): string {
  return character === "&" ? "&amp;" : character === "<" ? "&lt;" : character === ">" ? "&gt;" : character;
}

/** Block Kit, text object: 1 to 3000 characters. */
export const maxSectionCharacters = 3_000;

/**
 * Converts a text to the `mrkdwn` of one section, or of several if its escapes exceed one section. With `verbatim`
 * Slack makes no links or mentions by itself, so the code marks addresses as links and nobody is mentioned.
 */
export function toSectionTexts(text: string): string[] {
  const atoms = atomsOf(text);
  const sections: string[] = [];
  let from = 0;
  while (from < atoms.length) {
    let length = 0;
    let to = from;
    let lastBlank = -1;
    for (; to < atoms.length && length + (atoms[to]?.length ?? 0) <= maxSectionCharacters; to += 1) {
      length += atoms[to]?.length ?? 0;
      if (/^\s$/.test(atoms[to] ?? "")) lastBlank = to;
    }
    // Cuts between words if possible. A section begins on a new line, which replaces the blank.
    if (to < atoms.length && lastBlank > from) to = lastBlank + 1;
    sections.push(atoms.slice(from, to).join(""));
    from = to;
  }
  return sections;
}

/** Splits a text into units that must not be cut: an escaped character, or an address in its brackets. */
function atomsOf(text: string): string[] {
  const atoms: string[] = [];
  let done = 0;
  for (const { start, length } of findSlackAddresses(text)) {
    const address = [...text.slice(start, start + length)].map(escaped);
    const link = `<${address.join("")}>`;
    atoms.push(...[...text.slice(done, start)].map(escaped));
    if (link.length <= maxSectionCharacters) atoms.push(link);
    else atoms.push(...address);
    done = start + length;
  }
  return [...atoms, ...[...text.slice(done)].map(escaped)];
}
