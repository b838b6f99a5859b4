"use client";
import { Button } from "#components/ui/controls/button.tsx";
import { TestNotificationButton } from "./test-notification-button.tsx";
import { SettingRow } from "./settings-section.tsx";
import { type BrowserPushState, useBrowserPush } from "./use-browser-push.ts";

const notes: Record<BrowserPushState, string> = {
  unknown: "Looking at this browser…",
  unable: "This browser can show no notices of websites.",
  insecure: "Browsers take notices from https addresses alone, and this page is not on one.",
  refused:
    "This browser was told not to ask for notices of this site. Allow them in its settings for this site, then come back.",
  off: "Notices come even while no tab of Postwright is open. The browser will ask you first.",
  on: "Notices come to this browser, even while no tab of Postwright is open.",
};

/** Notices in this very browser: on, off, or why not. */
export function BrowserPushSetting({ publicKey, mayChange }: { publicKey: string; mayChange: boolean }) {
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
          {state === "on" ? <TestNotificationButton way="push">Send a test</TestNotificationButton> : null}
          <Button pending={isPending} onClick={() => void (state === "on" ? disable() : enable())}>
            {state === "on" ? "Disable in this browser" : "Enable in this browser"}
          </Button>
        </div>
      ) : null}
    </SettingRow>
  );
}
