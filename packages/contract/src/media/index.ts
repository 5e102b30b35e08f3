export * from './media.ts'
export * from './picture-sources.ts'
