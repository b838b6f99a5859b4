/** An address as Discord's own parser reads it, with trailing stars: a mark within it has no meaning. */
export const discordUrlPattern = /https?:\/\/[^\s<]+[^<.,:;"')\]\s]/g;

/** An address to mark as a link for Slack, which links nothing by itself in our messages. */
export const slackUrlPattern = /https?:\/\/[^\s<>|]*[^\s<>|.,:;!?"'\])*_~`]/g;
