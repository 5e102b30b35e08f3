/** Query keys of cases, members, deleted spots and the audit log for moderators, and of decisions for their targets. */
export const moderationKeys = {
  all: ['moderation'] as const,
  allCases: ['moderation', 'cases'] as const,
  cases: (status: string, owner_id: string | null) => ['moderation', 'cases', status, owner_id] as const,
  one: (case_id: string) => ['moderation', 'case', case_id] as const,
  members: (q: string) => ['moderation', 'members', q] as const,
  spots: ['moderation', 'spots'] as const,
  log: ['moderation', 'log'] as const,
  aboutMe: ['moderation', 'mine'] as const,
  /** By the token of an email, or `why` for the viewer's own suspension. */
  decision: (token: string) => ['moderation', 'mine', token] as const,
}
