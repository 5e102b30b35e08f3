export { AudienceChoice } from './audience-choice.tsx'
export { AudienceLine } from './audience-line.tsx'
export { audienceLabel, isAudience } from './audience-text.ts'
export { lastAudienceQuery } from './audience-requests.ts'
