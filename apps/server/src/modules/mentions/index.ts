export { mentionsJson } from './mentions.queries.ts'
export { keepMentions, namedIn } from './mentions.service.ts'
