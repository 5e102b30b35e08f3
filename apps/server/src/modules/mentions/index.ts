import { defineModule, STAYS } from '../../module.ts'

export { mentionsJson, mentionsOfCommentInSql } from './mentions.queries.ts'
export { storeMentions, namedIn } from './mentions.service.ts'
export { MAX_MENTIONS, parseNames } from './parse-mentions.ts'

/** @mentions in posts, comments, and discussions. */
export const mentions = defineModule({
  name: 'mentions',
  tables: {
    mentions: STAYS.withContent,
  },
})
