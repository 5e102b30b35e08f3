export * from './jobs.ts'
export { onlyOne } from './only-one.ts'
