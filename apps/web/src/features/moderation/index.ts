export { DecisionAboutMe } from './decision-about-me.tsx'
export { kindLabel, MINE_KEY } from './moderation-requests.ts'
export { Moderation, type ModerationLocation } from './moderation.tsx'
