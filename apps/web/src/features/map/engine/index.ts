/** The only door to the map library. Loaded when a screen with a map opens, never before. */
export { PickerMap, type Point } from './picker-map.ts'
export { SpotMap } from './spot-map.ts'
export { StillMap } from './still-map.ts'
export type * from './types.ts'
