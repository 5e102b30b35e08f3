/** Query keys for moderators (cases, members, deleted spots, audit log), and for the people a decision affects. */
export const moderationKeys = {
  all: ['moderation'] as const,
  allCases: ['moderation', 'cases'] as const,
  cases: (status: string, owner_id: string | null) => ['moderation', 'cases', status, owner_id] as const,
  /** The number of open cases. */
  openCount: ['moderation', 'cases', 'count'] as const,
  one: (case_id: string) => ['moderation', 'case', case_id] as const,
  members: (q: string) => ['moderation', 'members', q] as const,
  spots: ['moderation', 'spots'] as const,
  log: ['moderation', 'log'] as const,
  aboutMe: ['moderation', 'mine'] as const,
  /** Takes an email token, or `why` for the viewer's own suspension. */
  decision: (token: string) => ['moderation', 'mine', token] as const,
}
