export { DecisionAboutMe } from './decision-about-me.tsx'
export { kindWord, MINE_KEY } from './moderation-requests.ts'
export { Moderation, type ModerationPlace } from './moderation.tsx'
