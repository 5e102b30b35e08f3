export { DecisionAboutMe } from './decision-about-me.tsx'
export { kindWord } from './moderation-requests.ts'
export { Moderation, type ModerationPlace } from './moderation.tsx'
