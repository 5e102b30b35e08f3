export * from './twins.ts'
