export * from './imports.ts'
export * from './import-areas.ts'
