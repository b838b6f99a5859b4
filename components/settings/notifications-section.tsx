"use client";
import { type ReactNode, useState } from "react";
import { Button } from "#components/ui/controls/button.tsx";
import { Checkbox } from "#components/ui/controls/checkbox.tsx";
import { Banner } from "#components/ui/feedback/banner.tsx";
import { joinClassNames } from "#components/ui/join-class-names.ts";
import { Section } from "#components/ui/layout/section.tsx";
import { updateSettings } from "#lib/actions/settings.ts";
import { sendTestNotification } from "#lib/actions/test-notification.ts";
import { describeChangeSafety } from "#lib/contract/messages/change-safety.ts";
import { describeFailure } from "#lib/contract/messages/describe-failure.ts";
import { formatInboxItem } from "#lib/contract/messages/inbox-messages.ts";
import type { NotificationKind } from "#lib/contract/resources/notification-kinds.ts";
import type { InboxItem, MemberSettings } from "#lib/contract/types.ts";
import { toReadFailure } from "#lib/queries/read-resource.ts";
import type { DisplayPreferences } from "#lib/time/display-preferences.ts";
import { formatInstant } from "#lib/time/format.ts";
import { SettingRow } from "./setting-row.tsx";
import { type BrowserPushState, useBrowserPush } from "./use-browser-push.ts";
import { useSettings } from "./use-settings.ts";

const notes: Record<BrowserPushState, string> = {
  unknown: "Checking this browser…",
  unable: "This browser doesn't support notifications.",
  insecure: "Browser notifications need https, and this page doesn't use it.",
  refused: "Notifications are blocked in this browser. Allow them in its settings for this site, then come back.",
  off: "You get notifications even when Postwright is closed. The browser asks you first.",
  on: "You get notifications here even when Postwright is closed.",
};

/** Switches notifications in this browser on or off, or says why this browser can't show them. */
function BrowserPushSetting({ publicKey, mayChange }: { publicKey: string; mayChange: boolean }) {
  const { state, isPending, problem, enable, disable } = useBrowserPush(publicKey);
  return (
    <SettingRow
      label="This browser"
      note={
        <>
          {notes[state]}
          <span role="alert" className="block text-failed">
            {problem}
          </span>
        </>
      }
    >
      {mayChange && (state === "off" || state === "on") ? (
        <div className="flex flex-wrap justify-end gap-2">
          {state === "on" ? <TestNotificationButton channel="push">Send a test</TestNotificationButton> : null}
          <Button pending={isPending} onClick={() => void (state === "on" ? disable() : enable())}>
            {state === "on" ? "Disable in this browser" : "Enable in this browser"}
          </Button>
        </div>
      ) : null}
    </SettingRow>
  );
}

export type NotificationsSectionProps = {
  settings: MemberSettings;
  /** The VAPID public key of this server. */
  publicKey: string;
  /** True when this server sends e-mail. */
  mail: boolean;
  /** Inbox items about notifications that recently failed. */
  problems: readonly InboxItem[];
  email: string;
  mayChange: boolean;
  reader: Pick<DisplayPreferences, "zone" | "clock">;
};

type NotificationChannel = keyof MemberSettings["notices"][NotificationKind];

/** Events that cause notifications. */
const kinds: { kind: NotificationKind; label: string; note: string }[] = [
  { kind: "post_failed", label: "A post failed", note: "One notification per cause." },
  {
    kind: "post_changed",
    label: "Your post was changed",
    note: "An administrator edited, moved, canceled or deleted it.",
  },
  {
    kind: "problem_assigned",
    label: "Failed posts assigned to you",
    note: "When an administrator assigns one to you.",
  },
  {
    kind: "channel_ending",
    label: "Channel access expiring",
    note: "A week before, and on disconnect, if you have posts scheduled there.",
  },
  {
    kind: "sending_paused",
    label: "Sending paused or resumed",
    note: "For the organization or one channel, with the reason.",
  },
  {
    kind: "posts_held",
    label: "Posts on hold",
    note: "For administrators: a deactivated member has scheduled posts.",
  },
  {
    kind: "claim_decided",
    label: "Claim decided",
    note: "Approvals are grouped. Rejections include the reason.",
  },
  {
    kind: "claims_waiting",
    label: "Claims to review",
    note: "Administrators only: a daily digest of claims older than a day.",
  },
  { kind: "notice_failed", label: "Delivery problem", note: "Sent another way." },
];

/** Sets how the member is notified of which events, and shows failed notifications. */
export function NotificationsSection({
  settings: first,
  mail,
  problems,
  email,
  reader,
  ...rest
}: NotificationsSectionProps) {
  const { settings, save, failure } = useSettings(first, updateSettings);
  const channels: { channel: NotificationChannel; label: string; note: string; isOff?: boolean }[] = [
    { channel: "app", label: "Inbox", note: "Counts as unread" },
    { channel: "email", label: "E-mail", note: email, isOff: !mail },
    { channel: "push", label: "Browser", note: "Where enabled" },
  ];

  function set(kind: NotificationKind, channel: NotificationChannel, isOn: boolean, label: string) {
    const notices = { ...settings.notices, [kind]: { ...settings.notices[kind], [channel]: isOn } };
    save({ notices }, `${label} ${isOn ? "on" : "off"}`);
  }

  return (
    <Section
      id="notices"
      title="Notifications"
      note="Everything appears in your inbox; unchecked types don't count as unread. More than five messages in ten minutes are sent as one."
    >
      {failure ? (
        <Banner tone="failed" role="alert" className="mb-3">
          {describeFailure(failure).what} {describeChangeSafety(failure)} {describeFailure(failure).next}
        </Banner>
      ) : null}
      {problems.map((item) => {
        const { title, text } = formatInboxItem(item, createInboxTimeFormatters(reader));
        return (
          <Banner key={item.key} tone="failed" role="status" title={`${title}.`} className="mb-3">
            {text}
          </Banner>
        );
      })}
      <div className="rounded-card border bg-paper">
        <table className="w-full text-14">
          <caption className="sr-only">Notification settings</caption>
          <thead>
            <tr className="border-b text-left align-bottom text-13">
              <td className="px-[18px] max-sm:px-3.5" />
              {channels.map(({ channel, label, note, isOff }) => (
                <th key={channel} scope="col" className="w-32 px-2 py-3 text-center font-medium max-sm:w-[72px]">
                  {label}
                  <span className="block text-12 font-normal text-ink-3 max-sm:sr-only">
                    {isOff ? "Not set up" : note}
                  </span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {kinds.map(({ kind, label, note }) => (
              <tr key={kind} className="border-b last:border-b-0">
                <th scope="row" className="px-[18px] py-3 text-left font-medium max-sm:px-3.5">
                  {label}
                  <span className="block text-13 font-normal text-ink-3">{note}</span>
                </th>
                {channels.map(({ channel, label: channelLabel, isOff }) => (
                  <td key={channel} className="px-2 text-center">
                    <Checkbox
                      aria-label={`${label}: ${channelLabel}`}
                      checked={settings.notices[kind][channel] && !isOff}
                      disabled={!rest.mayChange || isOff}
                      onChange={(event) =>
                        set(kind, channel, event.target.checked, `${label}, ${channelLabel.toLowerCase()}`)
                      }
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className="mt-3 rounded-card border bg-paper">
        <BrowserPushSetting publicKey={rest.publicKey} mayChange={rest.mayChange} />
        <SettingRow
          label="E-mail"
          note={
            mail ? `Sent to ${email}.` : "E-mail isn't set up: the server needs SMTP_URL. Everything is in your inbox."
          }
        >
          {mail && rest.mayChange ? (
            <TestNotificationButton channel="email">Send a test e-mail</TestNotificationButton>
          ) : null}
        </SettingRow>
      </div>
    </Section>
  );
}

function createInboxTimeFormatters({ zone, clock }: NotificationsSectionProps["reader"]) {
  const at = (iso: string) => formatInstant(new Date(iso), zone, { clock });
  return { at, day: (iso: string) => at(iso).split(",")[0] ?? "" };
}

/** Sends a test notification and shows the result beside the button. */
function TestNotificationButton({ channel, children }: { channel: "email" | "push"; children: ReactNode }) {
  const [isPending, setIsPending] = useState(false);
  const [outcome, setOutcome] = useState<{ ok: boolean; text: string } | null>(null);

  async function send() {
    setIsPending(true);
    setOutcome(null);
    const { ok, error } = await sendTestNotification({ way: channel }).catch((thrown: unknown) => ({
      ok: undefined,
      error: toReadFailure(thrown),
    }));
    setIsPending(false);
    if (error) setOutcome({ ok: false, text: `${describeFailure(error).what} ${describeFailure(error).next}` });
    else if (ok?.sent)
      setOutcome({ ok: true, text: channel === "email" ? "Sent to the mail server." : "Sent to your browsers." });
    else setOutcome({ ok: false, text: ok?.why ?? "Nothing was sent." });
  }

  return (
    <div className="flex flex-wrap items-center justify-end gap-y-1.5">
      <span
        role="status"
        className={joinClassNames("text-13 not-empty:mr-3", outcome?.ok === false ? "text-failed" : "text-published")}
      >
        {outcome?.text}
      </span>
      <Button pending={isPending} onClick={() => void send()}>
        {children}
      </Button>
    </div>
  );
}
