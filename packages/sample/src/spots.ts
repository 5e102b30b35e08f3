import { AMERICAS } from './spots/americas.ts'
import { ELSEWHERE } from './spots/elsewhere.ts'
import { EUROPE } from './spots/europe.ts'
import type { SampleSpot } from './sample-spot.ts'

/** Spots that skaters all over the world know. Positions are good to about 50 metres. */
export const SAMPLE_SPOTS: readonly SampleSpot[] = [...EUROPE, ...AMERICAS, ...ELSEWHERE]
