import * as z from "zod";
import { limits } from "#lib/contract/limits.ts";
import { serviceLimits } from "#lib/contract/service-limits.ts";
import { personRef } from "./claims.ts";
import { OrganizationSettings, OrganizationSettingsChange } from "./organization-settings.ts";
import { instant, wholeNumberParam } from "./post-queries.ts";

const id = z.string();
/** Name of a person or an organization: one line with visible text. */
export const displayName = z
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
    members: z.int().meta({ description: "The number of active members." }),
    settings: OrganizationSettings,
    mail: z.boolean().meta({ description: "True if this server sends e-mail, such as invitations." }),
  })
  .meta({ id: "Organization" });

export const invitationStates = ["open", "used", "expired", "revoked"] as const;
const invitedRole = z.enum(["admin", "member"]);

export const Invitation = z
  .object({
    id,
    state: z.enum(invitationStates),
    role: invitedRole,
    email: z.string().nullable().meta({ description: "The address that the link was sent to." }),
    made_by: personRef,
    created_at: instant,
    expires_at: instant,
    used_at: instant.nullable(),
    used_by: personRef.nullable(),
    revoked_at: instant.nullable(),
  })
  .meta({ id: "Invitation" });

export const memberStates = ["active", "removed"] as const;

/** A member as administrators see them. */
export const Member = z
  .object({
    id,
    name: z.string(),
    email: z.string(),
    role: z.string().meta({ description: "`owner`, `admin` or `member`.", example: "member" }),
    state: z.enum(memberStates),
    joined_at: instant,
    removed_at: instant.nullable(),
    last_active_at: instant.nullable().meta({ description: "The last use of any key or session, to the minute." }),
    points: z.int().meta({ description: "All-time approved points." }),
    planned: z.int().meta({ description: "The number of scheduled posts. The posts of a removed member are held." }),
    two_step: z.boolean().meta({ description: "True if the member has an authenticator app or a passkey." }),
    may: z.array(z.string()).meta({
      description:
        "What the caller can do now: `rename`, `promote`, `demote`, `make_owner`, `transfer`, `deactivate`, `reactivate`, `leave`, `plan`, `remove_two_step`. More values may be added.",
    }),
  })
  .meta({ id: "Member" });

export const MemberQuery = z.object({
  state: z.enum([...memberStates, "all"]).default("active"),
  q: z.string().max(200).optional().meta({ description: "Words in the name or the e-mail." }),
  limit: wholeNumberParam(1, limits.pageSizeMax, serviceLimits.pageSizeDefault),
  offset: wholeNumberParam(0, limits.offsetMax, 0),
});

export const InvitationQuery = z.object({
  state: z.enum(invitationStates).optional(),
  limit: wholeNumberParam(1, limits.pageSizeMax, serviceLimits.pageSizeDefault),
  offset: wholeNumberParam(0, limits.offsetMax, 0),
});

/** A scheduled post of a member, as an administrator sees it. */
export const PlannedPost = z
  .object({
    id,
    channel: z.string().meta({ description: "Platform slug." }),
    channel_name: z.string(),
    scheduled_for: instant,
    text: z.string().meta({ description: "The beginning of the text." }),
    on_hold: z.boolean().meta({
      description:
        "True if the post's member is removed. The post is not sent until it is reassigned or the member is reactivated.",
    }),
  })
  .meta({ id: "PlannedPost" });

export const PlannedPostsChange = z.object({
  action: z.enum(["reassign", "cancel"]),
  posts: z
    .array(z.string().max(100))
    .min(1)
    .max(limits.postsPerChange)
    .optional()
    .meta({ description: "Ids of the posts to change. If omitted, all of them." }),
  to: z.string().max(100).optional().meta({ description: "The new member of the posts. Required for `reassign`." }),
  credit: z.enum(["author", "taker"]).default("author").meta({
    description: "Who gets the points of reassigned posts: the author or the new member.",
  }),
});

export const MemberChange = z.object({
  name: displayName.optional(),
  role: invitedRole.optional(),
});

export const NewInvitation = z.object({
  role: invitedRole.default("member"),
  email: z
    .email()
    .max(254)
    .optional()
    .meta({ description: "Sends the link to this address if the server sends e-mail." }),
});

/** A change of an organization's name and rules. */
export const OrganizationChange = z.object({
  name: displayName.optional(),
  settings: OrganizationSettingsChange.optional(),
});
