export { DecisionAboutMe } from './decision-about-me.tsx'
export { kindLabel } from './moderation-requests.ts'
export { ModerationScreen } from './moderation-screen.tsx'
