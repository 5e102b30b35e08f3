export { Moderation, type ModerationPlace } from './moderation.tsx'
