export * from './edit-spot.ts'
export * from './spot-changes.ts'
export * from './spot-types.ts'
export * from './spots.ts'
