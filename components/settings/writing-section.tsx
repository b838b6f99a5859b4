"use client";
import { Card } from "#components/ui/layout/card.tsx";
import { SegmentedControl } from "#components/ui/controls/segmented-control.tsx";
import type { MemberSettings } from "#lib/contract/types.ts";
import { SettingRow, SettingsSection } from "./settings-section.tsx";
import type { SaveSettings } from "./use-settings.ts";

const splits = [
  { value: "offer", label: "Offer to split" },
  { value: "always", label: "Split at once" },
] as const;
const numbers = [
  { value: "without", label: "None" },
  { value: "with", label: "1/5" },
] as const;

/** What the composer does with a text that is longer than a part may be. */
export function ComposerPreferencesSection({ settings, save }: { settings: MemberSettings; save: SaveSettings }) {
  return (
    <SettingsSection id="writing" title="Writing">
      <Card flush>
        <SettingRow
          label="A text that is too long"
          note="Split at paragraphs, sentences or words; undo puts it together."
        >
          <SegmentedControl
            label="A text that is too long"
            options={splits}
            value={settings.always_split ? "always" : "offer"}
            onChange={(next) =>
              save(
                { always_split: next === "always" },
                next === "always" ? "long texts are split at once" : "splitting is offered",
              )
            }
          />
        </SettingRow>
        <SettingRow
          label="Numbers of split parts"
          note="At the end of each; dropped where parts are joined into one post."
        >
          <SegmentedControl
            label="Numbers of split parts"
            options={numbers}
            value={settings.numbering ? "with" : "without"}
            onChange={(next) =>
              save({ numbering: next === "with" }, next === "with" ? "split parts are numbered" : "no numbers")
            }
          />
        </SettingRow>
      </Card>
    </SettingsSection>
  );
}
