/** Query keys for the operator's imports, visible to admins. */
export const importKeys = {
  all: ['imports'] as const,
  runs: ['imports', 'runs'] as const,
  conflicts: ['imports', 'conflicts'] as const,
  areas: ['imports', 'areas'] as const,
  files: ['imports', 'files'] as const,
  plan: (area: string) => ['imports', 'plan', area] as const,
}
