export * from './saved.ts'
