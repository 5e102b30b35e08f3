export * from './bust-values.ts'
export * from './busts.ts'
