export * from './previews.ts'
