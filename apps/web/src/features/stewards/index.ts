export { AreaScreen, FollowedAreas, ManagedAreas, WorkScreen } from './lazy-screens.tsx'
export { SpotStewardship, StewardAreas, StewardOf } from './lazy-stewards.tsx'
