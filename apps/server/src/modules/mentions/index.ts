export { mentionsJson, mentionsOfCommentInSql } from './mentions.queries.ts'
export { keepMentions, namedIn } from './mentions.service.ts'
export { MENTIONS_MOST, namesIn } from './parse.ts'
