import type pg from "pg";
import type { MemberSettings } from "#lib/contract/types.ts";

/** What holds until a member chooses otherwise. */
const defaultSettings: MemberSettings = {
  zone: null,
  second_zone: null,
  week_start: 1,
  clock: null,
  date_order: null,
  density: "comfortable",
  slots: [],
  views: [],
  notices: {
    post_failed: { app: true, email: true, push: true },
    post_changed: { app: true, email: true, push: false },
    problem_assigned: { app: true, email: true, push: false },
    channel_ending: { app: true, email: true, push: false },
    sending_paused: { app: true, email: false, push: false },
    posts_held: { app: true, email: true, push: false },
    claim_decided: { app: true, email: true, push: false },
    claims_waiting: { app: true, email: true, push: false },
    notice_failed: { app: true, email: false, push: false },
  },
  checklist_hidden: false,
  always_split: false,
  numbering: false,
  undo_seconds: 5,
  threads: {},
  channel_sets: [],
};

/** A stored choice over the presets: what a later version adds, older rows do not have. */
export function withDefaultSettings(stored: Partial<MemberSettings>): MemberSettings {
  return { ...defaultSettings, ...stored, notices: { ...defaultSettings.notices, ...stored.notices } };
}

/** How a member wants things. Whoever asks has checked whose they are. */
export async function getMemberSettings(db: pg.Pool | pg.PoolClient, memberId: string): Promise<MemberSettings> {
  const { rows } = await db.query<{ settings: Partial<MemberSettings> }>({
    name: "member-settings",
    text: "select settings from member_settings where member_id = $1",
    values: [memberId],
  });
  return withDefaultSettings(rows[0]?.settings ?? {});
}
