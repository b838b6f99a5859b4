import * as z from "zod";
import { person } from "./claims.ts";
import { endpoint } from "./endpoint.ts";
import { limits } from "./limits.ts";
import { OrganizationSettings, OrganizationSettingsChange } from "./organization-settings.ts";
import { instant } from "./post-resources.ts";

const id = z.string();
/** What a person or an organization is called: one line that shows something. */
const shownName = z
  .string()
  .trim()
  .min(1)
  .max(limits.nameCharacters)
  .regex(/^[^\p{Cc}\u2028\u2029]*$/u, "must be one line");

export const Organization = z
  .object({
    id,
    name: z.string(),
    slug: z.string(),
    members: z.int().meta({ description: "Active ones." }),
    settings: OrganizationSettings,
    mail: z.boolean().meta({ description: "Whether this server sends letters, such as those of invitations." }),
  })
  .meta({ id: "Organization" });

export const invitationStates = ["open", "used", "expired", "revoked"] as const;
const invitedRole = z.enum(["admin", "member"]);

export const Invitation = z
  .object({
    id,
    state: z.enum(invitationStates),
    role: invitedRole,
    email: z.string().nullable().meta({ description: "Where a letter with the link was sent to." }),
    made_by: person,
    created_at: instant,
    expires_at: instant,
    used_at: instant.nullable(),
    used_by: person.nullable(),
    revoked_at: instant.nullable(),
  })
  .meta({ id: "Invitation" });

export const NewInvitation = z.object({
  role: invitedRole.default("member"),
  email: z.email().max(254).optional().meta({ description: "Sends the link there, where the server sends letters." }),
});

/** How an organization is called and wants things. */
export const OrganizationChange = z.object({
  name: shownName.optional(),
  settings: OrganizationSettingsChange.optional(),
});

const anyError = ["invalid_request", "unauthorized", "forbidden"] as const;

/** The organization itself, and who is invited into it. */
export const membersApi = {
  getOrganization: endpoint({
    method: "GET",
    path: "/organization",
    scope: "any",
    documented: false,
    summary: "The organization, how many are in it, and its rules",
    status: 200,
    data: Organization,
    errors: ["unauthorized"],
  }),
  changeOrganization: endpoint({
    method: "PATCH",
    path: "/organization",
    scope: "members:manage",
    documented: false,
    summary: "Rename the organization or change its rules",
    description: "For administrators. Only what is named changes; the starts of levels must rise.",
    body: OrganizationChange,
    status: 200,
    data: Organization,
    errors: anyError,
  }),
  createInvitation: endpoint({
    method: "POST",
    path: "/invitations",
    scope: "members:manage",
    documented: false,
    summary: "Invite somebody by a link",
    description:
      "The link works once, for 7 days, until it is revoked, and is in this answer and nowhere else. With an e-mail it is also sent there; `letter` says whether that worked. At most 100 invitations are open at a time.",
    body: NewInvitation,
    status: 201,
    data: Invitation.extend({
      url: z.string().meta({ description: "The link; shown once." }),
      letter: z
        .object({ sent: z.boolean(), why: z.string().nullable() })
        .nullable()
        .meta({ description: "Null without an e-mail; `why` is a sentence when no letter went out." }),
    }),
    errors: [...anyError, "conflict"],
  }),
} as const;
