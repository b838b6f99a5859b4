import * as z from "zod";
import { limits } from "#lib/contract/limits.ts";
import { instant, pageFields, personRef } from "./fields.ts";
import { OrganizationSettings, OrganizationSettingsChange } from "./organization-settings.ts";
import { PostHold } from "./posts.ts";

const id = z.string();
/** Name of a person or an organization: one line with visible text. */
// biome-ignore-start lint/suspicious/noControlCharactersInRegex: a class such as \p{Cc} is not portable
export const displayName = z
  .string()
  .trim()
  .min(1)
  .max(limits.nameCharacters)
  .regex(/^[^\u0000-\u001f\u007f-\u009f\u2028\u2029]*$/, "must be one line")
  .describe(`One line of 1 to ${limits.nameCharacters} characters.`);
// biome-ignore-end lint/suspicious/noControlCharactersInRegex: see above

export const Organization = z
  .object({
    id: id.describe("The id of the organization."),
    name: z.string().describe("The name of the organization."),
    slug: z.string().describe("Short name of the organization, for addresses."),
    members: z.int().describe("The number of active members."),
    settings: OrganizationSettings.describe("Its rules for points, reviews and sign-in, and the team's posting slots."),
    mail: z.boolean().describe("True if this server sends e-mail, such as invitations."),
  })
  .meta({ id: "Organization" });

export const invitationStates = ["open", "used", "expired", "revoked"] as const;
const invitedRole = z.enum(["admin", "member"]);

export const Invitation = z
  .object({
    id: id.describe("The id of the invitation."),
    state: z.enum(invitationStates).describe("Only an `open` link still works."),
    role: invitedRole.describe("The role that the person gets."),
    email: z.string().nullable().describe("The address that the link was sent to."),
    made_by: personRef.describe("The administrator who created it."),
    created_at: instant.describe("Time at which it was created."),
    expires_at: instant.describe("The link stops working at this time."),
    used_at: instant.nullable().describe("Time at which somebody joined with it. Null if nobody did."),
    used_by: personRef.nullable().describe("The member who joined with it."),
    revoked_at: instant.nullable().describe("Time at which it was revoked. Null if it was not."),
  })
  .meta({ id: "Invitation" });

export const memberStates = ["active", "removed"] as const;

/** A member as administrators see them. */
export const Member = z
  .object({
    id: id.describe("The membership id."),
    name: z.string().describe("The member's name."),
    email: z.string().describe("The member's e-mail address."),
    role: z.string().meta({ description: "`owner`, `admin` or `member`.", example: "member" }),
    state: z.enum(memberStates).describe("`removed` for a deactivated member."),
    joined_at: instant.describe("Time at which the member joined."),
    removed_at: instant.nullable().describe("Time at which the member was deactivated. Null for an active member."),
    last_active_at: instant.nullable().describe("The last use of any key or session, to the minute."),
    points: z.int().describe("All-time approved points."),
    planned: z.int().describe("The number of scheduled posts. Those of a removed member are on hold."),
    two_step: z.boolean().describe("True if the member has an authenticator app or a passkey."),
    may: z
      .array(z.string())
      .describe(
        "What the caller can do now: `rename`, `promote`, `demote`, `make_owner`, `transfer`, `deactivate`, `reactivate`, `leave`, `plan`, `remove_two_step`. More values may be added.",
      ),
  })
  .meta({ id: "Member" });

export const MemberQuery = z.object({
  state: z
    .enum([...memberStates, "all"])
    .default("active")
    .describe("Only members in this state."),
  q: z.string().max(200).optional().describe("Words in the name or the e-mail."),
  ...pageFields,
});

export const InvitationQuery = z.object({
  state: z.enum(invitationStates).optional().describe("Only invitations in this state. Default: all."),
  ...pageFields,
});

/** A scheduled post of a member, as an administrator sees it. */
export const PlannedPost = z
  .object({
    id: id.describe("The id of the post."),
    channel: z.string().describe("Platform slug."),
    channel_name: z.string().describe("The name of the channel."),
    scheduled_for: instant.describe("Time at which the post is published."),
    text: z.string().describe("The beginning of the text."),
    hold: PostHold.nullable().describe("As `hold` of the post."),
  })
  .meta({ id: "PlannedPost" });

export const PlannedPostsChange = z.object({
  action: z
    .enum(["reassign", "cancel"])
    .describe("`reassign` requires `to`. `cancel` keeps the posts as canceled posts of their author."),
  posts: z
    .array(z.string().max(100))
    .min(1)
    .max(limits.postsPerChange)
    .optional()
    .describe("Ids of the posts to change. If omitted, all of them."),
  to: z.string().max(100).optional().describe("The new member of the posts. Required for `reassign`."),
  credit: z
    .enum(["author", "taker"])
    .default("author")
    .describe("The recipient of the points of reassigned posts: the author or the new member."),
});

export const MemberChange = z.object({
  name: displayName.optional(),
  role: invitedRole.optional().describe("The new role of the member."),
});

export const NewInvitation = z.object({
  role: invitedRole.default("member").describe("The role that the person gets."),
  email: z.email().max(254).optional().describe("Sends the link to this address if the server sends e-mail."),
});

/** A change of an organization's name and settings. */
export const OrganizationChange = z.object({
  name: displayName.optional(),
  settings: OrganizationSettingsChange.optional().describe("The settings to change. Omitted ones stay."),
});
