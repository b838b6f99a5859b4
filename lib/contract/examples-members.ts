import type { Example } from "./example.ts";
import { OrganizationSettings } from "./organization-settings.ts";
import type { Invitation, Organization } from "./types.ts";

/** Examples of the organization, its members and invitations. */
const ada = { id: "019a6f00-0000-7000-8000-0000000000f1", name: "Ada Lovelace" };

const organization: Organization = {
  id: "019a6f00-0000-7000-8000-0000000000e1",
  name: "Analytical Engines",
  slug: "analytical-engines",
  members: 12,
  settings: OrganizationSettings.parse({}),
  mail: true,
};
const invitation: Invitation = {
  id: "019a6f00-0000-7000-8000-000000000701",
  state: "open",
  role: "member",
  email: "charles@example.org",
  made_by: ada,
  created_at: "2027-01-12T09:00:00.000Z",
  expires_at: "2027-01-19T09:00:00.000Z",
  used_at: null,
  used_by: null,
  revoked_at: null,
};

export const memberExamples = {
  getOrganization: { answer: { data: organization } },
  changeOrganization: {
    body: { settings: { blind_review: true, cap_day: 100 } },
    answer: { data: { ...organization, settings: { ...organization.settings, blind_review: true, cap_day: 100 } } },
  },
  createInvitation: {
    body: { role: "member", email: "charles@example.org" },
    answer: {
      data: {
        ...invitation,
        url: "https://posts.example.org/join?token=4bT0q8mR2kXw6ZyP1cVn9sLhJ3fDgA7eUoIiQrWxEtY",
        letter: { sent: true, why: null },
      },
    },
  },
} satisfies Record<string, Example>;
