/** Query keys for the signed-in person's settings. */
export const settingsKeys = {
  account: ['settings', 'account'] as const,
  sessions: ['settings', 'sessions'] as const,
  push: ['settings', 'push'] as const,
  digests: ['settings', 'digests'] as const,
  switches: ['settings', 'switches'] as const,
  preferences: ['settings', 'preferences'] as const,
  blocks: ['settings', 'blocks'] as const,
  mutes: ['settings', 'mutes'] as const,
  factors: ['settings', 'factors'] as const,
  phone: ['settings', 'phone'] as const,
  passkeys: ['settings', 'passkeys'] as const,
  tokens: ['settings', 'tokens'] as const,
  identities: ['settings', 'identities'] as const,
  exports: ['settings', 'exports'] as const,
}
