export * from './messages.ts'
