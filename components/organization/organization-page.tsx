"use client";
import type { ReactNode } from "react";
import { Checkbox } from "#components/ui/controls/checkbox.tsx";
import { Banner } from "#components/ui/feedback/banner.tsx";
import { Card } from "#components/ui/layout/card.tsx";
import { Section } from "#components/ui/layout/section.tsx";
import { SectionedPage } from "#components/ui/layout/sectioned-page.tsx";
import { limits } from "#lib/contract/limits.ts";
import { describeFailure } from "#lib/contract/messages/failure-messages.ts";
import type { Organization } from "#lib/contract/types.ts";
import { parseCap, parseLevelStarts, parseRejectReasons } from "./parse-organization-settings.ts";
import { SettingField } from "./setting-field.tsx";
import { useOrganizationSettings } from "./use-organization-settings.ts";

type OrganizationPageProps = { organization: Organization; mayChange: boolean; isOwner: boolean };

const readName = (typed: string) => {
  const name = typed.trim();
  return name === "" || name.length > limits.nameCharacters
    ? { error: `A name has 1 to ${limits.nameCharacters} characters.` }
    : { ok: name };
};
const readText = (typed: string) =>
  typed.length > limits.rulesCharacters
    ? { error: `The rules have ${limits.rulesCharacters.toLocaleString("en-GB")} characters at most.` }
    : { ok: typed };

/** Edits the organization's name, review settings and points settings; each setting is saved by itself. */
export function OrganizationPage({ organization: first, mayChange, isOwner }: OrganizationPageProps) {
  const { organization, failure, save } = useOrganizationSettings(first);
  const { settings } = organization;
  const disabled = !mayChange;
  const caps = [
    {
      field: "cap_submission",
      label: "One submission",
      hint: "The most that its posts on all channels earn together.",
    },
    { field: "cap_day", label: "One day", hint: "The most a member earns on a day, counted in UTC." },
    { field: "cap_week", label: "One week", hint: "The most a member earns from Monday to Sunday, counted in UTC." },
  ] as const;

  return (
    <div className="grid gap-5">
      {mayChange ? null : (
        <Banner>Everybody may read how points are given here. Only administrators may change it.</Banner>
      )}
      {failure ? (
        <Banner tone="failed" role="alert">
          {describeFailure(failure).what} {describeFailure(failure).safe} {describeFailure(failure).next}
        </Banner>
      ) : null}
      <SectionedPage
        label="Organization"
        parts={[
          {
            id: "name",
            title: "Name",
            content: (
              <Section id="name" title="Name">
                <Card flush>
                  <SettingField
                    label="Name of the organization"
                    hint={`In addresses it stays ${organization.slug}.`}
                    value={organization.name}
                    read={readName}
                    disabled={disabled}
                    onSave={(name) => save({ name }, `the name ${name}`)}
                  />
                </Card>
              </Section>
            ),
          },
          {
            id: "review",
            title: "Review",
            content: (
              <Section id="review" title="Review" note="How administrators decide on claims.">
                <Card flush>
                  <Switch
                    label="Blind review"
                    note="Administrators see no author and no address of a post until its claim is decided: in review, posts, calendar, search and exports. Channels, wording and webhooks may still tell who wrote it, and so may another post of the same submission that is decided."
                    checked={settings.blind_review}
                    disabled={disabled}
                    onChange={(on) => save({ settings: { blind_review: on } }, `blind review is ${on ? "on" : "off"}`)}
                  />
                  <Switch
                    label="An only administrator may review their own claims"
                    note={
                      <>
                        Without it somebody else has to be made an administrator.{" "}
                        <strong className="font-semibold text-publishing">
                          Nobody else looks at these points: the ledger marks each as self-reviewed, for everybody to
                          see.
                        </strong>
                      </>
                    }
                    checked={settings.self_review}
                    disabled={disabled}
                    onChange={(on) => save({ settings: { self_review: on } }, `self-review is ${on ? "on" : "off"}`)}
                  />
                  <Switch
                    label="Remind reviewers"
                    note="One digest a day while claims have waited for more than a day."
                    checked={settings.remind_reviewers}
                    disabled={disabled}
                    onChange={(on) =>
                      save({ settings: { remind_reviewers: on } }, `reviewers are ${on ? "" : "not "}reminded`)
                    }
                  />
                  <SettingField
                    label="Rules for reviewers"
                    hint="Shown beside each claim: what earns how much."
                    value={settings.review_rules}
                    read={readText}
                    disabled={disabled}
                    lines
                    onSave={(text) => save({ settings: { review_rules: text } }, "the rules for reviewers")}
                  />
                  <SettingField
                    label="Reasons to reject"
                    hint="One a line, nine at most. Reviewers pick them with the keys 1 to 9."
                    value={settings.reject_reasons.join("\n")}
                    read={parseRejectReasons}
                    disabled={disabled}
                    lines
                    onSave={(reasons) => save({ settings: { reject_reasons: reasons } }, "the reasons to reject")}
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
                    label="Require two-step verification for admins and owners"
                    note="Administrators and owners without it are asked to set it up at their next sign-in. Until then they can do only what members can. API keys keep working. You need two-step verification yourself to change this."
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
                note="What is above a cap is not given, and whoever approves is told. Points given already stay."
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
              <Section id="levels" title="Levels" note="Changed starts hold for everybody at once; no points change.">
                <Card flush>
                  <SettingField
                    label="Points at which levels start"
                    hint="From level 2 on, rising. Leave it empty for 50, 150, 300, 500 and so on."
                    value={(settings.level_starts ?? []).join(", ")}
                    placeholder="50, 150, 300, 500 …"
                    read={parseLevelStarts}
                    disabled={disabled}
                    onSave={(starts) => save({ settings: { level_starts: starts } }, "the starts of levels")}
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
  note: ReactNode;
  checked: boolean;
  disabled: boolean;
  onChange: (on: boolean) => Promise<boolean>;
};

function Switch({ label, note, checked, disabled, onChange }: SwitchProps) {
  return (
    <div className="border-b px-[18px] py-3.5 last:border-b-0">
      <Checkbox checked={checked} disabled={disabled} onChange={(event) => void onChange(event.target.checked)}>
        <span className="font-medium">{label}</span>
      </Checkbox>
      <p className="pl-7 text-13 text-ink-3">{note}</p>
    </div>
  );
}
