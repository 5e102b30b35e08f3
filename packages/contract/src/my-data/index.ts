export * from './my-data.ts'
export * from './own-content.ts'
export * from './own-kinds.ts'
