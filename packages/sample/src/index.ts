export { drawSpot } from './drawings/scenes.ts'
export { SAMPLE_MEMBERS, type SampleMember } from './members.ts'
export type { SampleSpot } from './sample-spot.ts'
export { SAMPLE_SPOTS } from './spots.ts'
