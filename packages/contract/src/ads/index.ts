export * from './ads.ts'
