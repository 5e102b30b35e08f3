/** The only module that imports MapLibre. It loads when a screen with a map opens. */
export { AreaMap } from './steward-area-map.ts'
export { PickerMap, type Point } from './picker-map.ts'
export { RouteMap, type Stop } from './route-map.ts'
export { SpotMap } from './spot-map.ts'
export { StillMap } from './still-map.ts'
export type * from './types.ts'
