export * from './check-kinds.ts'
export * from './checks.ts'
export * from './standing.ts'
