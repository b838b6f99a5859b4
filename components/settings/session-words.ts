const signInMethodLabels: Record<string, string> = {
  key: "With an API key",
  password: "With a password",
  passkey: "With a passkey",
  provider: "By single sign-on",
  invitation: "By an invitation",
  setup: "By the setup link",
};

/** How a session was opened, in words; a way that only another service knows keeps its own. */
export function getSignInMethodLabel(way: string): string {
  return Object.hasOwn(signInMethodLabels, way) ? (signInMethodLabels[way] ?? way) : way;
}
