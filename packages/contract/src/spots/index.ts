export * from './edit-spot.ts'
export * from './spot-history.ts'
export * from './spot-types.ts'
export * from './spots.ts'
