"use client";
import { useRouter } from "next/navigation";
import { type ReactNode, useState } from "react";
import { Checkbox } from "#components/ui/controls/checkbox.tsx";
import { Banner } from "#components/ui/feedback/banner.tsx";
import { showToast } from "#components/ui/feedback/toast.tsx";
import { formatNumber } from "#components/ui/format-number.ts";
import { Card } from "#components/ui/layout/card.tsx";
import { Section } from "#components/ui/layout/section.tsx";
import { SectionedPage } from "#components/ui/layout/sectioned-page.tsx";
import { updateOrganization } from "#lib/actions/organization.ts";
import type { Failure } from "#lib/contract/errors.ts";
import { limits } from "#lib/contract/limits.ts";
import { describeFailure } from "#lib/contract/messages/describe-failure.ts";
import type { Organization, OrganizationChange } from "#lib/contract/types.ts";
import { toReadFailure } from "#lib/queries/read-resource.ts";
import { withConfirmation } from "#lib/queries/with-confirmation.ts";
import { parseCap, parseLevelStarts, parseRejectReasons } from "./parse-organization-settings.ts";
import { SettingField } from "./setting-field.tsx";

type OrganizationPageProps = {
  organization: Organization;
  mayChange: boolean;
  isOwner: boolean;
  /** The section about pausing; null where nobody can pause. */
  sending: ReactNode;
  /** The section about the team's posting slots; null where the service has none. */
  slots: ReactNode;
};

const readName = (typed: string) => {
  const name = typed.trim();
  return name === "" || name.length > limits.nameCharacters
    ? { error: `Use 1 to ${limits.nameCharacters} characters.` }
    : { ok: name };
};
const readText = (typed: string) =>
  typed.length > limits.rulesCharacters
    ? { error: `Use ${formatNumber(limits.rulesCharacters)} characters at most.` }
    : { ok: typed };

/** Edits the organization's name, review settings and points settings; each setting is saved by itself. */
export function OrganizationPage({ organization: first, mayChange, isOwner, sending, slots }: OrganizationPageProps) {
  const { organization, failure, save } = useOrganizationSettings(first);
  const { settings } = organization;
  const disabled = !mayChange;
  const caps = [
    {
      field: "cap_submission",
      label: "Per post",
      hint: "Maximum points for a post across its channels.",
    },
    { field: "cap_day", label: "Per day", hint: "Maximum points per member per day (UTC)." },
    { field: "cap_week", label: "Per week", hint: "Maximum points per member, Monday to Sunday (UTC)." },
  ] as const;

  return (
    <div className="grid gap-5">
      {mayChange ? null : <Banner>Only administrators can change these settings.</Banner>}
      {failure ? (
        <Banner tone="failed" role="alert">
          {describeFailure(failure).what} {describeFailure(failure).safe} {describeFailure(failure).next}
        </Banner>
      ) : null}
      <SectionedPage
        label="Organization"
        parts={[
          ...(sending ? [{ id: "sending", title: "Sending", content: sending }] : []),
          {
            id: "name",
            title: "Name",
            content: (
              <Section id="name" title="Name">
                <Card flush>
                  <SettingField
                    label="Name of the organization"
                    hint={`The URL stays /${organization.slug}.`}
                    value={organization.name}
                    read={readName}
                    disabled={disabled}
                    onSave={(name) => save({ name }, `the name ${name}`)}
                  />
                </Card>
              </Section>
            ),
          },
          ...(slots ? [{ id: "slots", title: "Posting slots", content: slots }] : []),
          {
            id: "plan",
            title: "Plan",
            content: (
              <Section id="plan" title="Plan" note="What members see of each other's posts.">
                <Card flush>
                  <Switch
                    label="Members see the plan"
                    note="Scheduled and published posts of everyone, on channels that the member may use. They can't change them. Drafts and failed posts stay private. Administrators see all posts anyway."
                    checked={settings.shared_plan}
                    disabled={disabled}
                    onChange={(on) =>
                      save(
                        { settings: { shared_plan: on } },
                        on ? "members see the plan" : "members see their own posts",
                      )
                    }
                  />
                </Card>
              </Section>
            ),
          },
          {
            id: "review",
            title: "Review",
            content: (
              <Section id="review" title="Review" note="How administrators review claims.">
                <Card flush>
                  <Switch
                    label="Blind review"
                    note="Hides authors and links until a claim is decided: in review, posts, calendar, search and exports. Channel, style, webhooks or a decided post of the same submission may still reveal the author."
                    checked={settings.blind_review}
                    disabled={disabled}
                    onChange={(on) => save({ settings: { blind_review: on } }, `blind review is ${on ? "on" : "off"}`)}
                  />
                  <Switch
                    label="Allow self-review when there is only one administrator"
                    note="Otherwise you need a second administrator. The points log marks these as self-reviewed."
                    checked={settings.self_review}
                    disabled={disabled}
                    onChange={(on) => save({ settings: { self_review: on } }, `self-review is ${on ? "on" : "off"}`)}
                  />
                  <Switch
                    label="Remind reviewers"
                    note="A daily digest of claims older than a day."
                    checked={settings.remind_reviewers}
                    disabled={disabled}
                    onChange={(on) =>
                      save({ settings: { remind_reviewers: on } }, `reviewer reminders ${on ? "on" : "off"}`)
                    }
                  />
                  <SettingField
                    label="Rules for reviewers"
                    hint="Shown beside each claim."
                    value={settings.review_rules}
                    read={readText}
                    disabled={disabled}
                    lines
                    onSave={(text) => save({ settings: { review_rules: text } }, "the rules for reviewers")}
                  />
                  <SettingField
                    label="Rejection reasons"
                    hint="One per line, up to nine. Reviewers pick them with keys 1 to 9."
                    value={settings.reject_reasons.join("\n")}
                    read={parseRejectReasons}
                    disabled={disabled}
                    lines
                    onSave={(reasons) => save({ settings: { reject_reasons: reasons } }, "rejection reasons")}
                  />
                </Card>
              </Section>
            ),
          },
          {
            id: "security",
            title: "Security",
            content: (
              <Section id="security" title="Security" note="How administrators and owners sign in.">
                <Card flush>
                  <Switch
                    label="Require two-step verification for administrators and owners"
                    note="They set it up at their next sign-in; until then they can only do what members can. API keys keep working. You need two-step verification to change this."
                    checked={settings.require_two_step}
                    disabled={!isOwner}
                    onChange={(on) =>
                      save(
                        { settings: { require_two_step: on } },
                        `two-step verification is ${on ? "" : "not "}required`,
                      )
                    }
                  />
                </Card>
              </Section>
            ),
          },
          {
            id: "caps",
            title: "Caps",
            content: (
              <Section
                id="caps"
                title="Caps"
                note="Points above the cap aren't awarded; the reviewer sees a note. Awarded points stay."
              >
                <Card flush>
                  {caps.map(({ field, label, hint }) => (
                    <SettingField
                      key={field}
                      label={label}
                      hint={hint}
                      value={settings[field] === null ? "" : String(settings[field])}
                      placeholder="No cap"
                      read={parseCap}
                      disabled={disabled}
                      onSave={(points) =>
                        save({ settings: { [field]: points } }, `${label.toLowerCase()}: ${points ?? "no cap"}`)
                      }
                    />
                  ))}
                </Card>
              </Section>
            ),
          },
          {
            id: "levels",
            title: "Levels",
            content: (
              <Section id="levels" title="Levels" note="Applies to everyone immediately. Points don't change.">
                <Card flush>
                  <SettingField
                    label="Points per level"
                    hint="From level 2, ascending. Empty: 50, 150, 300, 500 and so on."
                    value={(settings.level_starts ?? []).join(", ")}
                    placeholder="50, 150, 300, 500 …"
                    read={parseLevelStarts}
                    disabled={disabled}
                    onSave={(starts) => save({ settings: { level_starts: starts } }, "levels")}
                  />
                </Card>
              </Section>
            ),
          },
        ]}
      />
    </div>
  );
}

type SwitchProps = {
  label: string;
  note: string;
  checked: boolean;
  disabled: boolean;
  onChange: (on: boolean) => Promise<boolean>;
};

function Switch({ label, note, checked, disabled, onChange }: SwitchProps) {
  return (
    <div className="border-b px-[18px] py-3.5 last:border-b-0">
      <Checkbox
        // The box is beside the first line of a label that wraps.
        className="[&>input]:mt-px [&>input]:self-start pointer-coarse:py-3"
        checked={checked}
        disabled={disabled}
        onChange={(event) => void onChange(event.target.checked)}
      >
        <span className="font-medium">{label}</span>
      </Checkbox>
      <p className="pl-7 text-13 text-ink-3">{note}</p>
    </div>
  );
}

/**
 * Saves the changed settings and shows a toast with the text `words`, whose undo restores the previous values. Resolves
 * with true once saved.
 */
type SaveOrganization = (change: OrganizationChange, words: string) => Promise<boolean>;

/** Holds the last saved organization and the failure of the last save. */
function useOrganizationSettings(first: Organization) {
  const router = useRouter();
  const [organization, setOrganization] = useState(first);
  const [failure, setFailure] = useState<Failure | null>(null);

  async function send(change: OrganizationChange): Promise<boolean> {
    const answer = await withConfirmation(() => updateOrganization(change)).catch((error: unknown) => ({
      ok: undefined,
      error: toReadFailure(error),
    }));
    setFailure(answer.error ?? null);
    if (!answer.ok) return false;
    setOrganization(answer.ok);
    router.refresh();
    return true;
  }

  const save: SaveOrganization = async (change, words) => {
    const before = pickFormerValues(organization, change);
    if (!(await send(change))) return false;
    showToast({ message: `Saved: ${words}`, undo: () => send(before) });
    return true;
  };

  return { organization, failure, save };
}

function pickFormerValues(now: Organization, { name, settings }: OrganizationChange): OrganizationChange {
  const named = Object.keys(settings ?? {}) as (keyof Organization["settings"])[];
  return {
    ...(name !== undefined && { name: now.name }),
    ...(settings && { settings: Object.fromEntries(named.map((field) => [field, now.settings[field]])) }),
  };
}
