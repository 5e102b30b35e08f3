export * from './likes.ts'
