export * from './media.ts'
export * from './pictures.ts'
