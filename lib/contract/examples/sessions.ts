import type { PasswordResetLink, SignInSession } from "#lib/contract/types.ts";
import type { EndpointExample } from "./endpoint-example.ts";

const session: SignInSession = {
  id: "019a6f00-0000-7000-8000-000000000801",
  device: "Chrome on Linux",
  way: "password",
  organization: "Analytical Engines",
  created_at: "2027-01-12T09:00:00.000Z",
  last_used_at: "2027-01-14T08:59:00.000Z",
  current: true,
};
const link: PasswordResetLink = {
  url: "https://posts.example.org/reset?token=4bT0q8mR2kXw6ZyP1cVn9sLhJ3fDgA7eUoIiQrWxEtY",
  expires_at: "2027-01-14T10:00:00.000Z",
};

export const sessionExamples = {
  listSessions: { answer: { data: [session] } },
  endSession: { answer: { data: { id: session.id, ended: true } } },
  endAllSessions: { body: { keep_current: true }, answer: { data: { ended: 2 } } },
  removeMemberTwoStep: { answer: { data: { id: "019a6f00-0000-7000-8000-0000000000f2", removed: true } } },
  createResetLink: { answer: { data: link } },
} satisfies Record<string, EndpointExample>;
