export * from './discussion-categories.ts'
export * from './discussions.ts'
