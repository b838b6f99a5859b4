export type GuideAudience = "programs" | "people" | "operators";

/** One guide: a Markdown file of the repository, published at `/docs/<slug>`. */
export type Guide = {
  slug: string;
  /** Path from the root of the repository. */
  file: string;
  audience: GuideAudience;
  /** Label in the navigation; the page's heading comes from the file. */
  label: string;
  /** One sentence for lists of guides, search engines and assistants. */
  summary: string;
};

export const audienceLabels: Readonly<Record<GuideAudience, string>> = {
  people: "For people",
  programs: "For programs",
  operators: "For operators",
};

const people: readonly Omit<Guide, "audience">[] = [
  {
    slug: "publish",
    file: "docs/publish.md",
    label: "Write and publish",
    summary: "Write a post, fit it to each channel, and publish it now or later.",
  },
  {
    slug: "connect",
    file: "docs/channels.md",
    label: "Connect accounts",
    summary:
      "Connect Bluesky, Mastodon, Nostr, X, LinkedIn, Threads, Instagram, Facebook, Telegram, Discord and Slack, step by step.",
  },
  {
    slug: "when-a-post-fails",
    file: "docs/when-a-post-fails.md",
    label: "When a post fails",
    summary: "Resolve failed, late and unconfirmed posts without publishing anything twice.",
  },
  {
    slug: "points",
    file: "docs/points.md",
    label: "Points and claims",
    summary: "Get points for published posts, follow a claim, and appeal a rejection.",
  },
  {
    slug: "review",
    file: "docs/review.md",
    label: "Review claims",
    summary: "Decide claims as an administrator: evidence, keys, caps and how to reverse a decision.",
  },
  {
    slug: "members",
    file: "docs/members.md",
    label: "Organization and members",
    summary: "Invite people, give roles, deactivate members and hand over ownership.",
  },
  {
    slug: "two-step",
    file: "docs/two-step.md",
    label: "Two-step verification",
    summary: "Protect your account with an authenticator app, and get back in without your phone.",
  },
];

const programs: readonly Omit<Guide, "audience">[] = [
  {
    slug: "quickstart",
    file: "docs/quickstart.md",
    label: "Quickstart",
    summary: "Publish a first post through the API in three commands.",
  },
  {
    slug: "authentication",
    file: "docs/authentication.md",
    label: "Authentication",
    summary: "Create API keys, limit them by scope, address and time, and replace a leaked one.",
  },
  {
    slug: "idempotency",
    file: "docs/idempotency.md",
    label: "Idempotency",
    summary: "Repeat a request after a lost answer without publishing twice.",
  },
  {
    slug: "errors",
    file: "docs/errors.md",
    label: "Errors",
    summary: "Read an error, decide whether to repeat the request, and find it in the log.",
  },
  {
    slug: "limits",
    file: "docs/limits.md",
    label: "Limits",
    summary: "Rate limits, sizes of texts, images and lists, and how to stay within them.",
  },
  {
    slug: "webhooks",
    file: "docs/webhooks.md",
    label: "Webhooks",
    summary: "Receive signed events about posts, claims and channels, and verify them.",
  },
  {
    slug: "mcp",
    file: "docs/mcp.md",
    label: "Assistants (MCP)",
    summary: "Connect an AI assistant to Postwright, with drafts only if you like.",
  },
  {
    slug: "client",
    file: "packages/client/README.md",
    label: "JavaScript client",
    summary: "Use the typed client for JavaScript and TypeScript.",
  },
  {
    slug: "cli",
    file: "packages/cli/README.md",
    label: "Command line",
    summary: "Publish, plan and watch posts from a terminal, a script or a pipeline.",
  },
  {
    slug: "import",
    file: "docs/import.md",
    label: "Import a plan",
    summary: "Create many posts from a CSV file, Buffer or Postiz, with a preview and undo.",
  },
  {
    slug: "github-actions",
    file: "docs/recipes/github-actions.md",
    label: "GitHub Actions",
    summary: "Announce a release from a workflow.",
  },
  {
    slug: "n8n",
    file: "docs/recipes/n8n.md",
    label: "n8n",
    summary: "Publish from an n8n workflow with one HTTP request.",
  },
  {
    slug: "zapier",
    file: "docs/recipes/zapier.md",
    label: "Zapier",
    summary: "Publish from a Zap with one HTTP request.",
  },
  {
    slug: "make",
    file: "docs/recipes/make.md",
    label: "Make",
    summary: "Publish from a Make scenario with one HTTP request.",
  },
];

const operators: readonly Omit<Guide, "audience">[] = [
  {
    slug: "single-sign-on",
    file: "docs/single-sign-on.md",
    label: "Single sign-on",
    summary: "Let people sign in at your own OpenID Connect provider.",
  },
  {
    slug: "scale",
    file: "docs/scale.md",
    label: "Run and back up",
    summary: "Run several processes, watch them, back them up and restore a backup.",
  },
  {
    slug: "security-log",
    file: "docs/security-log.md",
    label: "Audit and security log",
    summary: "Read who changed access, and block attackers by the log.",
  },
  {
    slug: "service",
    file: "docs/service.md",
    label: "Another service",
    summary: "Use the dashboard with another publishing service.",
  },
];

/** Every published guide, in the order of the navigation. */
export const guides: readonly Guide[] = [
  ...people.map((guide) => ({ ...guide, audience: "people" as const })),
  ...programs.map((guide) => ({ ...guide, audience: "programs" as const })),
  ...operators.map((guide) => ({ ...guide, audience: "operators" as const })),
];

export const findGuide = (slug: string): Guide | undefined => guides.find((guide) => guide.slug === slug);

export const getGuidePath = ({ slug }: Guide): string => `/docs/${slug}`;
