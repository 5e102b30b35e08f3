export { AreaScreen, FollowedAreas, ManagedAreas, WorkScreen } from './lazy-screens.tsx'
export { useActsAtSpot } from './use-acts-at-spot.ts'
export { SpotStewardship, StewardAreaLine, StewardAreas, StewardOf } from './lazy-stewards.tsx'
