export * from './check-kinds.ts'
export * from './checks.ts'
export * from './spot-condition.ts'
