import type { SpotType } from '@nollie/contract'

/** Number of hours in a week. */
export const WEEK_HOURS = 168

/** Returns the index of an hour of the week; Monday 0:00 is 0. */
export function toHourOfWeek(weekday: number, hour: number): number {
  return weekday * 24 + hour
}

const BUILT: ReadonlySet<string> = new Set<SpotType>(['park', 'vert', 'bowl', 'mini-ramp', 'quarter'])

type Kind = 'built' | 'diy' | 'plaza' | 'street'

// Types built for skating take precedence: a park with ledges is a park.
function findKind(types: readonly string[]): Kind {
  if (types.some((type) => BUILT.has(type))) return 'built'
  if (types.includes('diy')) return 'diy'
  return types.includes('plaza') ? 'plaza' : 'street'
}

type Part = 'work' | 'evening' | 'night' | 'weekend' | 'sunday'

function getPartOfDay(weekday: number, hour: number): Part {
  if (hour < 7 || hour >= 22) return 'night'
  if (weekday === 6) return 'sunday'
  if (weekday === 5) return 'weekend'
  return hour >= 9 && hour < 18 ? 'work' : 'evening'
}

// Rough estimates for spots without reports.
const CHANCES: Record<Kind, Record<Part, number>> = {
  built: { work: 0.03, evening: 0.03, night: 0.12, weekend: 0.03, sunday: 0.03 },
  diy: { work: 0.1, evening: 0.07, night: 0.07, weekend: 0.07, sunday: 0.05 },
  plaza: { work: 0.35, evening: 0.25, night: 0.25, weekend: 0.3, sunday: 0.2 },
  street: { work: 0.4, evening: 0.2, night: 0.2, weekend: 0.22, sunday: 0.15 },
}

/** Returns the default chance of getting kicked out for each hour of the week, given a spot's types. */
export function getPrior(types: readonly string[]): number[] {
  const chances = CHANCES[findKind(types)]
  return Array.from({ length: WEEK_HOURS }, (_, at) => chances[getPartOfDay(Math.floor(at / 24), at % 24)])
}
