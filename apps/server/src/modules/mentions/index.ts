export { mentionsJson } from './mentions.queries.ts'
export { keepMentions } from './mentions.service.ts'
