export * from './disk-store.ts'
export * from './file-store.ts'
