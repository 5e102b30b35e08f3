export * from './push-kinds.ts'
export * from './push.ts'
