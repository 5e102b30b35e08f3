/** Query keys of accounts, without a session. */
export const accountKeys = {
  /** Why the session of this browser was suspended. */
  suspension: ['accounts', 'suspension'] as const,
  providers: ['accounts', 'providers'] as const,
  phones: ['accounts', 'phones'] as const,
}
