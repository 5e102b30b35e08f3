export * from './area-tiles.ts'
export * from './areas.ts'
