export { LazyStanding, loadStanding, SpotStanding, StoppedBadge } from './lazy-standing.tsx'
export { checkKinds } from './outbox-kinds.ts'
