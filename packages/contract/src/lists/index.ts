export * from './list-kinds.ts'
export * from './lists.ts'
