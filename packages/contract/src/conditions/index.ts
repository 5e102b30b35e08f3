export * from './condition-values.ts'
export * from './conditions.ts'
