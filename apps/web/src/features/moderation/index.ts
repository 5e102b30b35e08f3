export { DecisionAboutMe } from './decision-about-me.tsx'
export { kindLabel } from './kind-label.ts'
export { openCasesQuery } from './moderation-requests.ts'
export { ModerationScreen } from './moderation-screen.tsx'
