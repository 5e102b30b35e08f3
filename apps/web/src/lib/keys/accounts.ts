/** Accounts, without a session. */
export const accountKeys = {
  /** The reason of the suspension that ended this browser's session. */
  suspension: ['accounts', 'suspension'] as const,
  providers: ['accounts', 'providers'] as const,
  phones: ['accounts', 'phones'] as const,
}
