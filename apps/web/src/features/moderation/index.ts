export { DecisionAboutMe } from './decision-about-me.tsx'
export { Moderation, type ModerationPlace } from './moderation.tsx'
