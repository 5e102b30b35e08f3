export * from './digests.ts'
