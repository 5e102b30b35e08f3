export * from './area-shape.ts'
export * from './stewards.ts'
