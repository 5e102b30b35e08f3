export { SpotStanding, StoppedBadge } from './lazy-standing.tsx'
export { checkKinds } from './waiting-kinds.ts'
