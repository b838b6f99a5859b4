/**
 * SQL: whether a member may use the channel `c`: it is unrestricted, or names the member.
 * @param member the placeholder of the member's id
 */
export const mayUseChannelSql = (member: string) => `(not c.restricted or exists (
  select 1 from channel_members u where u.channel_id = c.id and u.member_id = ${member}))`;
