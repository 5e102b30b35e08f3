export * from './streets.ts'
