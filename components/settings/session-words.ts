const words: Record<string, string> = {
  key: "With an API key",
  password: "With a password",
  passkey: "With a passkey",
  provider: "By single sign-on",
  invitation: "By an invitation",
  setup: "By the setup link",
};

/** How a session was opened, in words; a way that only another service knows keeps its own. */
export function wayWords(way: string): string {
  return Object.hasOwn(words, way) ? (words[way] ?? way) : way;
}
