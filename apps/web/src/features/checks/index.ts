export {
  LazySpotCondition,
  loadSpotCondition,
  SpotConditionSection,
  StoppedBadge,
} from './lazy-spot-condition.tsx'
export { checkKinds } from './outbox-kinds.ts'
