export { DayLight, Skateable } from './lazy-conditions.tsx'
