"use client";
import type { ReactNode } from "react";
import { Card } from "#components/ui/layout/card.tsx";
import { SegmentedControl } from "#components/ui/controls/segmented-control.tsx";
import type { MemberSettings } from "#lib/contract/types.ts";
import { SettingRow, SettingsSection } from "./settings-section.tsx";
import type { SaveSettings } from "./use-settings.ts";

const densities = [
  { value: "comfortable", label: "Comfortable" },
  { value: "dense", label: "Dense" },
] as const;

/** Light or dark, and how close rows stand. `theme` is its switch. */
export function AppearanceSection({ settings, theme, save }: { settings: MemberSettings; theme: ReactNode; save: SaveSettings }) {
  return (
    <SettingsSection id="appearance" title="Appearance">
      <Card flush>
        <SettingRow label="Theme" note="Kept in this browser.">
          {theme}
        </SettingRow>
        <SettingRow label="Rows of lists" note="Dense shows more posts at a time.">
          <SegmentedControl
            label="Rows of lists"
            options={densities}
            value={settings.density}
            onChange={(next) => save({ density: next }, `${next} rows`)}
          />
        </SettingRow>
      </Card>
    </SettingsSection>
  );
}
