import type { Discussion } from '@nollie/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type SyntheticEvent, useId, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { ApiError } from '../../lib/api.ts'
import { Button, Sheet, StaleNotice, toast } from '../../ui/index.ts'
import { toCategory } from './category.tsx'
import { changeDiscussion, dropDiscussion, editDiscussion, loadDiscussion } from './community-requests.ts'
import { DiscussionFields, type DiscussionValues, isTooLong, type Refused } from './discussion-fields.tsx'
import { isGone, showError } from './discussion-errors.ts'
import { useStoredValues } from './stored-values.ts'

const draftName = ({ user_id, id }: Discussion) => `nollie.edit-discussion.${user_id}.${id}`
const valuesOf = ({ title, content, category }: Discussion): DiscussionValues => ({
  title,
  content,
  category,
})

/**
 * Changes a discussion, for its author. What is typed is stored until it is saved or cancelled; what was changed elsewhere
 * meanwhile is shown, and not overwritten unasked.
 */
export function EditDiscussion({ discussion, onClose }: { discussion: Discussion; onClose: () => void }) {
  const { id } = discussion
  const formId = useId()
  const client = useQueryClient()
  const [values, write] = useStoredValues(draftName(discussion), valuesOf(discussion))
  const [base, setBase] = useState(discussion)
  const [stale, setStale] = useState<Discussion | null>(null)
  const [refused, setRefused] = useState<Refused>({})
  const [isOpen, setOpen] = useState(true)

  const showTheirs = async () => {
    try {
      const theirs = await loadDiscussion(id)
      changeDiscussion(client, id, theirs)
      setBase(theirs)
      setStale(theirs)
    } catch (error) {
      showError(error, m.community_edit_failed())
    }
  }
  const refuse = (error: Error) => {
    if (error instanceof ApiError && error.code === 'STALE') return void showTheirs()
    if (isGone(error)) dropDiscussion(client, id)
    if (error instanceof ApiError) setRefused(error.fields)
    showError(error, m.community_edit_failed())
  }
  const saving = useMutation({
    mutationFn: () =>
      editDiscussion(id, base.version, {
        title: values.title.trim(),
        content: values.content.trim(),
        category: toCategory(values.category),
      }),
    onSuccess: (changed) => {
      write(null)
      changeDiscussion(client, id, changed)
      setOpen(false)
      toast({ kind: 'success', title: m.community_success(), description: m.community_edit_saved() })
    },
    onError: refuse,
  })
  const isSaving = saving.isPending
  const cancel = () => {
    write(null)
    setOpen(false)
  }
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (isSaving || isTooLong(values)) return
    if (values.title.trim() === '' || values.content.trim() === '')
      return toast({ kind: 'error', title: m.community_error(), description: m.community_fill() })
    setRefused({})
    saving.mutate()
  }
  return (
    <Sheet
      open={isOpen}
      onOpenChange={(open) => open || isSaving || cancel()}
      onClosed={onClose}
      title={m.community_edit_title()}
      firm
      actions={
        <>
          <Button onClick={cancel} disabled={isSaving}>
            {m.shell_cancel()}
          </Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            disabled={isTooLong(values)}
            busy={isSaving && m.community_saving()}
          >
            {stale ? m.shell_stale_keep() : m.community_save()}
          </Button>
        </>
      }
    >
      <form id={formId} className="discussion-edit" noValidate onSubmit={submit}>
        {stale && (
          <StaleNotice
            heading={m.community_stale()}
            theirs={stale}
            onTake={() => {
              write({ ...valuesOf(stale), attempt: null })
              setStale(null)
            }}
          />
        )}
        <DiscussionFields
          values={values}
          onType={(field, text) => {
            setRefused({})
            write({ ...values, [field]: text })
          }}
          refused={refused}
          isSending={isSaving}
        />
      </form>
    </Sheet>
  )
}
