export * from './jobs.ts'
