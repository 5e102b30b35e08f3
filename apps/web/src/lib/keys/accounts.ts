/** Query keys for account data that can be loaded without a session. */
export const accountKeys = {
  /** The reason this browser's session was suspended. */
  suspension: ['accounts', 'suspension'] as const,
  providers: ['accounts', 'providers'] as const,
  phones: ['accounts', 'phones'] as const,
}
