/** Query keys of the operator's imports, for admins. */
export const importKeys = {
  all: ['imports'] as const,
  runs: ['imports', 'runs'] as const,
  conflicts: ['imports', 'conflicts'] as const,
}
