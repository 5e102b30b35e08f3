export * from './moderation-types.ts'
export * from './moderation.ts'
export * from './report-types.ts'
export * from './reports.ts'
