export { DecisionAboutMe } from './decision-about-me.tsx'
export { kindLabel } from './moderation-requests.ts'
export { ModerationScreen, type ModerationLocation } from './moderation-screen.tsx'
