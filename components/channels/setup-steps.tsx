/** One step outside Postwright; `link` opens the page where it is done. */
type SetupStep = { link?: { label: string; href: string }; text: string };

/** By platform: the steps before the connect form can be filled in. The guide `docs/channels.md` says more. */
const accountSteps: ReadonlyMap<string, readonly SetupStep[]> = new Map([
  [
    "bluesky",
    [
      {
        link: { label: "Open Bluesky's app passwords", href: "https://bsky.app/settings/app-passwords" },
        text: "and choose Add App Password.",
      },
      { text: "Paste the password below. Never enter your main password." },
    ],
  ],
  [
    "nostr",
    [
      { text: "Open the settings of your Nostr app, and look for Keys or Security." },
      { text: "Copy the secret key, which begins with nsec1, and paste it below. Don't share it anywhere else." },
      { text: "Enter the relays that your followers read, or keep the ones below." },
    ],
  ],
  [
    "telegram",
    [
      { link: { label: "Message @BotFather", href: "https://t.me/BotFather" }, text: "and send /newbot." },
      { text: "Copy the token from its last message and paste it below." },
      { text: "In your channel, open Administrators and add the bot with permission to post." },
      { text: "Enter the channel's name below." },
    ],
  ],
  [
    "discord",
    [
      { text: "In Discord, open the channel's settings, then Integrations, then Webhooks." },
      { text: "Choose New Webhook and give it the name and picture that readers will see." },
      { text: "Choose Copy Webhook URL and paste the URL below." },
    ],
  ],
  [
    "slack",
    [
      {
        link: { label: "Open your Slack apps", href: "https://api.slack.com/apps" },
        text: "and create an app for your workspace.",
      },
      { text: "Turn on Incoming Webhooks, choose Add New Webhook, and pick the channel." },
      { text: "Copy the webhook URL and paste it below." },
    ],
  ],
]);

/** By platform: the steps before its app credentials can be entered. */
const appSteps: ReadonlyMap<string, readonly SetupStep[]> = new Map([
  [
    "x",
    [
      {
        link: { label: "Open X's developer console", href: "https://console.x.com" },
        text: "and create a pay-per-use project with credits and an app in it.",
      },
      { text: "In User authentication settings, choose Web App and Read and write." },
      { text: "As the callback URI, enter the redirect URL below." },
      { text: "Copy the OAuth 2.0 client ID and client secret, not the API key, and paste them below." },
    ],
  ],
  [
    "linkedin",
    [
      {
        link: { label: "Open LinkedIn's developer apps", href: "https://www.linkedin.com/developers/apps" },
        text: "and create an app for your company page.",
      },
      { text: "Under Products, add Share on LinkedIn and Sign In with LinkedIn using OpenID Connect." },
      { text: "Under Auth, add the redirect URL below." },
      { text: "Copy the client ID and primary client secret, and paste them below." },
    ],
  ],
  [
    "threads",
    [
      {
        link: { label: "Open Meta's developer apps", href: "https://developers.facebook.com/apps" },
        text: "and create an app with the use case Access the Threads API.",
      },
      {
        text: "Add threads_basic, threads_content_publish, threads_manage_replies, threads_read_replies and threads_delete.",
      },
      { text: "As the callback URL, enter the redirect URL below." },
      { text: "Copy the Threads app ID and secret, not the Meta app's own, and paste them below." },
      {
        text: "Until Meta has reviewed the app, add each account as a tester. Its owner accepts in the Threads settings.",
      },
    ],
  ],
  [
    "instagram",
    [
      {
        link: { label: "Open Meta's developer apps", href: "https://developers.facebook.com/apps" },
        text: "and create an app with the use case Manage messaging & content on Instagram.",
      },
      {
        text: "Under API setup with Instagram login, add instagram_business_basic and instagram_business_content_publish.",
      },
      { text: "Under Business login settings, enter the redirect URL below." },
      { text: "Copy the Instagram app ID and secret, not the Meta app's own, and paste them below." },
      {
        text: "Until Meta has reviewed the app, add each account as an Instagram tester. Its owner accepts on instagram.com.",
      },
    ],
  ],
  [
    "facebook",
    [
      {
        link: { label: "Open Meta's developer apps", href: "https://developers.facebook.com/apps" },
        text: "and create an app with the use case Manage everything on your Page.",
      },
      { text: "Under Customize, add pages_show_list, pages_manage_posts and pages_read_engagement." },
      { text: "Under Facebook Login, Settings, enter the redirect URL below under Valid OAuth Redirect URIs." },
      { text: "Under App settings, Basic, copy the App ID and App secret, and paste them below." },
      { text: "Until Meta has reviewed the app, give a role in it to each person who connects a Page." },
    ],
  ],
]);

type SetupStepsProps = { platform: string; of: "account" | "app" };

/** Numbered steps on the platform before its account or its app can be connected; nothing for other platforms. */
export function SetupSteps({ platform, of }: SetupStepsProps) {
  const steps = (of === "account" ? accountSteps : appSteps).get(platform);
  return steps ? <StepList steps={steps} /> : null;
}

type SignInStepsProps = {
  /** Display name of the platform. */
  name: string;
  /** Label of the field that the sign-in starts with; null without one. */
  field: string | null;
};

/** Numbered steps of a sign-in on the platform's own page. */
export function SignInSteps({ name, field }: SignInStepsProps) {
  const enter = field === null ? [] : [{ text: `Enter the account's ${field.toLowerCase()} below.` }];
  const steps = [
    ...enter,
    { text: `Choose Continue to ${name} and sign in as the account there.` },
    { text: "Allow Postwright to post. You then return here. Postwright never sees your password." },
  ];
  return <StepList steps={steps} />;
}

function StepList({ steps }: { steps: readonly SetupStep[] }) {
  return (
    <ol aria-label="Steps" className="grid list-decimal gap-1.5 pl-5 text-14 text-ink-2">
      {steps.map(({ link, text }) => (
        <li key={text}>
          {link ? (
            <a href={link.href} target="_blank" rel="noreferrer" className="text-accent underline underline-offset-2">
              {link.label}
            </a>
          ) : null}
          {link ? " " : null}
          {text}
        </li>
      ))}
    </ol>
  );
}
