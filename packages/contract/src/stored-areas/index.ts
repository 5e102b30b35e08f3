export * from './area-tiles.ts'
export * from './stored-areas.ts'
