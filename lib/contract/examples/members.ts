import { OrganizationSettings } from "#lib/contract/resources/organization-settings.ts";
import type { Identity, Invitation, Member, Organization, PlannedPost } from "#lib/contract/types.ts";
import type { EndpointExample } from "./endpoint-example.ts";

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

const charles: Member = {
  id: "019a6f00-0000-7000-8000-0000000000f2",
  name: "Charles Babbage",
  email: "charles@example.org",
  role: "member",
  state: "active",
  joined_at: "2027-01-13T09:00:00.000Z",
  removed_at: null,
  last_active_at: "2027-01-14T08:12:00.000Z",
  points: 60,
  planned: 1,
  two_step: false,
  may: ["rename", "promote", "make_owner", "transfer", "deactivate"],
};
const planned: PlannedPost = {
  id: "019a6f00-0000-7000-8000-0000000000a1",
  channel: "x",
  channel_name: "Practice X",
  scheduled_for: "2027-01-15T08:30:00.000Z",
  text: "We moved the release to Thursday.",
  hold: {
    reason: "author_left",
    since: "2026-11-20T10:00:00.000Z",
    resolve: { action: "reassign", target_id: charles.id, roles: ["owner", "admin"] },
  },
};
const me: Identity = {
  org: { id: organization.id, name: organization.name, slug: organization.slug },
  membership: { id: ada.id, role: "admin", name: "Ada King", email: "ada@example.org" },
  scopes: ["posts:read", "posts:write"],
};
const gone: Member = {
  ...charles,
  state: "removed",
  removed_at: "2027-01-14T09:00:00.000Z",
  may: ["reactivate", "plan"],
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
  listInvitations: { answer: { data: [invitation], pagination: { limit: 20, offset: 0, total: 1 } } },
  revokeInvitation: {
    answer: { data: { ...invitation, state: "revoked", revoked_at: "2027-01-12T10:00:00.000Z" } },
  },
  listMembers: { answer: { data: [charles], pagination: { limit: 20, offset: 0, total: 1 } } },
  changeMember: { body: { role: "admin" }, answer: { data: { ...charles, role: "admin" } } },
  makeOwner: { answer: { data: { ...charles, role: "owner" } } },
  transferOwnership: { answer: { data: { ...charles, role: "owner" } } },
  deactivateMember: { answer: { data: gone } },
  reactivateMember: { answer: { data: charles } },
  listPlanned: { answer: { data: [planned], pagination: { limit: 20, offset: 0, total: 1 } } },
  changePlanned: {
    body: { action: "reassign", to: ada.id, credit: "author" },
    answer: { data: { changed: 1, drafts: 0, left: 0 } },
  },
  changeMe: { body: { name: "Ada King" }, answer: { data: me } },
  leaveOrganization: { answer: { data: { left: true } } },
} satisfies Record<string, EndpointExample>;
