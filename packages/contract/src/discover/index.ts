export * from './discover.ts'
