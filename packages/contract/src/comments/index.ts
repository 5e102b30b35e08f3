export * from './comments.ts'
