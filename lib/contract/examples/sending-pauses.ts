import type { sendingPauseEndpoints } from "#lib/contract/endpoints/sending-pauses.ts";
import type { SendingPause } from "#lib/contract/types.ts";
import type { EndpointExample } from "./endpoint-example.ts";

const pause: SendingPause = {
  id: "019a6f00-0000-7000-8000-000000000901",
  channel: null,
  reason: "Wrong prices in the campaign",
  paused_by: { id: "019a6f00-0000-7000-8000-0000000000f1", name: "Ada Lovelace" },
  paused_at: "2027-01-14T08:30:00.000Z",
  overdue: 12,
};

export const sendingPauseExamples: Record<keyof typeof sendingPauseEndpoints, EndpointExample> = {
  listSendingPauses: { answer: { data: [pause] } },
  pauseSending: { body: { reason: pause.reason }, answer: { data: { ...pause, overdue: 0, in_progress: 1 } } },
  listOverduePosts: {
    answer: {
      data: [
        {
          id: "019a6f00-0000-7000-8000-0000000000a1",
          channel: "x",
          channel_name: "Practice X",
          scheduled_for: "2027-01-14T09:00:00.000Z",
          text: "We moved the release to Thursday.",
          author: "Grace Hopper",
        },
      ],
    },
  },
  resumeSending: {
    body: { overdue: "draft" },
    answer: { data: { id: pause.id, resumed: true, sent: 0, drafts: 12 } },
  },
};
