import { DISCUSSION_CATEGORIES, type DiscussionCategory, LIMITS } from '@nollie/contract'
import { v7 as uuid } from 'uuid'
import { insertDiscussion } from '@nollie/server/modules/discussions'
import { storeMentions } from '@nollie/server/modules/mentions'
import { findImported, findPeople, importKey, rememberImported } from './imported-rows.queries.ts'
import { type ImportContext, findImportedIds, type Outcome, type Table } from './import-table.ts'

type OldDiscussion = {
  id: string
  user_id: string | null
  title: string
  content: string
  category: DiscussionCategory
  when: { created_at?: string }
}

/** Imports discussions (`discussions`). The other product had no comments on them. */
export function discussionsTable(context: ImportContext): Table<OldDiscussion> {
  return {
    name: 'discussions',
    batch: 100,
    read: (fields) => {
      const id = fields.id('id')
      const title = fields.line('title', LIMITS.discussion_title_max)
      const content = fields.text('content', LIMITS.discussion_content_max)
      if (id === null) return 'it has no id'
      if (title === null) return 'it has no title'
      const named = fields.line('category', 40)?.toLowerCase()
      const category = DISCUSSION_CATEGORIES.find((known) => known === named) ?? 'general'
      const when = fields.timestamp('created_at')
      return { id, user_id: fields.id('user_id'), title, content: content ?? title, category, when }
    },
    write: async (tx, items) => {
      const outcomes: Outcome[] = []
      for (const { value } of items) {
        const { user_id: old_author, when, id: old_id, ...text } = value
        const key = importKey(context.source, 'discussions', old_id)
        const user_id = (await findImportedIds(context, tx, 'users', [old_author]))(old_author) ?? ''
        if ((await findImported(tx, [key])).has(key)) outcomes.push('known')
        else if (user_id === '' || !(await findPeople(tx, [user_id])).has(user_id))
          outcomes.push({ refused: `its author (${old_author ?? 'none'}) was not imported` })
        else {
          const id = uuid()
          await insertDiscussion(tx, { id, user_id, ...text, ...when })
          const content = `${text.title}\n${text.content}`
          await storeMentions(tx, { author: user_id, discussion_id: id, content, notified: 'everybody' })
          await rememberImported(tx, [{ key, row_id: id }])
          outcomes.push('added')
        }
      }
      return outcomes
    },
  }
}
