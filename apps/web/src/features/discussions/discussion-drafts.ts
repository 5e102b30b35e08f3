import { makeEdits } from '../../lib/drafts/edit-drafts.ts'
import { makeFormDrafts } from '../../lib/drafts/form-drafts.ts'
import { textDraft } from '../../lib/drafts/text-draft.ts'

/** The values in a discussion form. */
export type DiscussionValues = { title: string; content: string; category: string }

/** Drafts and unconfirmed new discussions, by author. */
export const newDiscussions = makeFormDrafts<DiscussionValues>({
  prefix: 'nollie.new-discussion',
  ...textDraft({ title: '', content: '', category: 'general' }),
})

/** Unsaved edits to discussions, by author and discussion. */
export const useDiscussionEdit = makeEdits('nollie.edit-discussion', ['title', 'content', 'category'])

/** Whether the person has a draft for a new discussion on this device. */
export function hasDraft(owner: string): boolean {
  const { title, content } = newDiscussions.at(owner).draft
  return title !== '' || content !== ''
}
