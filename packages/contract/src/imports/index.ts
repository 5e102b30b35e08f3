export * from './imports.ts'
export * from './import-areas.ts'
export * from './import-files.ts'
export * from './import-file-limits.ts'
