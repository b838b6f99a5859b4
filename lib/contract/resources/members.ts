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
    planned: z.int().meta({ description: "Posts that are scheduled; those of a removed member are held." }),
    two_step: z.boolean().meta({ description: "They have an authenticator app or a passkey." }),
    may: z.array(z.string()).meta({
      description:
        "What the caller may do now: `rename`, `promote`, `demote`, `make_owner`, `transfer`, `deactivate`, `reactivate`, `leave`, `plan`, `remove_two_step`. More may come.",
    }),
  })
  .meta({ id: "Member" });

export const MemberQuery = z.object({
  state: z.enum([...memberStates, "all"]).default("active"),
  q: z.string().max(200).optional().meta({ description: "Words that stand in the name or the e-mail." }),
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
    text: z.string().meta({ description: "The first words." }),
    on_hold: z.boolean().meta({ description: "Its member is removed: it is not sent until somebody decides." }),
  })
  .meta({ id: "PlannedPost" });

export const PlannedPostsChange = z.object({
  action: z.enum(["reassign", "cancel"]),
  posts: z
    .array(z.string().max(100))
    .min(1)
    .max(limits.postsPerChange)
    .optional()
    .meta({ description: "Ids of some of them; all when left out." }),
  to: z.string().max(100).optional().meta({ description: "The member who takes them; needed to reassign." }),
  credit: z.enum(["author", "taker"]).default("author").meta({
    description: "Whose points reassigned posts claim: who wrote them, or the member who takes them.",
  }),
});

export const MemberChange = z.object({
  name: displayName.optional(),
  role: invitedRole.optional(),
});

export const NewInvitation = z.object({
  role: invitedRole.default("member"),
  email: z.email().max(254).optional().meta({ description: "Sends the link there, where the server sends letters." }),
});

/** A change of an organization's name and rules. */
export const OrganizationChange = z.object({
  name: displayName.optional(),
  settings: OrganizationSettingsChange.optional(),
});
