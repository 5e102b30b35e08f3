export * from './mutes.ts'
