import type { channelEndpoints } from "#lib/contract/endpoints/channels.ts";
import type { ChannelDetail } from "#lib/contract/types.ts";
import type { EndpointExample } from "./endpoint-example.ts";

export const exampleChannel: ChannelDetail = {
  id: "019a6f00-0000-7000-8000-0000000000c1",
  platform: "x",
  name: "Practice X",
  username: "practice_x",
  verified: false,
  practice: true,
  state: "connected",
  access_ends_at: null,
  wait_until: null,
  created_at: "2027-01-02T10:00:00.000Z",
  restricted: true,
  members: [{ id: "019a6f00-0000-7000-8000-0000000000f1", name: "Ada Lovelace" }],
  scheduled: 12,
  under_way: 0,
  usable: true,
};

export const channelExamples: Record<keyof typeof channelEndpoints, EndpointExample> = {
  listChannelDetails: { answer: { data: [exampleChannel] } },
  getChannel: { answer: { data: exampleChannel } },
  connectChannel: {
    body: { platform: "x", name: "Practice X", members: ["019a6f00-0000-7000-8000-0000000000f1"] },
    answer: { data: { ...exampleChannel, scheduled: 0 } },
  },
  changeChannel: { body: { name: "Practice X" }, answer: { data: exampleChannel } },
  reconnectChannel: { answer: { data: exampleChannel } },
  testChannel: {
    answer: {
      data: {
        platform: "x",
        started_at: "2027-01-14T08:30:00.000Z",
        steps: [
          {
            name: "text",
            succeeded: true,
            outcome: "published",
            note: null,
            exchanges: [{ method: "POST", path: "/2/tweets", status: 201, answer: '{ "data": { "id": "1" } }' }],
          },
        ],
        still_public: [],
      },
    },
  },
  disconnectChannel: {
    body: { scheduled: "cancel" },
    answer: { data: { id: exampleChannel.id, disconnected: true, canceled: 12, moved: 0 } },
  },
};
