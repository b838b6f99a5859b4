/** What Discord's own parser takes for an address, trailing stars and all: a mark within it is no mark. */
export const discordUrlPattern = /https?:\/\/[^\s<]+[^<.,:;"')\]\s]/g;

/** What is marked as a link for Slack, which makes none by itself of what we send. */
export const slackUrlPattern = /https?:\/\/[^\s<>|]*[^\s<>|.,:;!?"'\])*_~`]/g;
