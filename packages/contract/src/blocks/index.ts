export * from './blocks.ts'
