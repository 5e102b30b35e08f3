import { AMERICAS } from './spots/americas.ts'
import { ELSEWHERE } from './spots/elsewhere.ts'
import { EUROPE } from './spots/europe.ts'
import type { SampleSpot } from './sample-spot.ts'

/** Spots known to skaters all over the world. Positions are accurate to about 50 meters. */
export const SAMPLE_SPOTS: readonly SampleSpot[] = [...EUROPE, ...AMERICAS, ...ELSEWHERE]
