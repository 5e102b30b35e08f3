import type { Discussion } from '@nollie/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { ApiError } from '../../lib/api.ts'
import { FormDialog } from '../../ui/forms/form-dialog.tsx'
import { StaleNotice, toast, useForm } from '../../ui/index.ts'
import { toCategory } from './discussion-category.tsx'
import { changeDiscussion, dropDiscussion, editDiscussion, loadDiscussion } from './discussion-requests.ts'
import { checkDiscussion, explainFailure, isGone } from './discussion-errors.ts'
import { DiscussionFields, isTooLong } from './discussion-fields.tsx'
import { useDiscussionEdit } from './discussion-drafts.ts'
import styles from './discussions.module.css'

function toVersion({ title, content, category, version }: Discussion) {
  return {
    values: { title, content, category },
    version,
  }
}

/** Returns an edit's values, any newer version that another device saved, and a function that saves the edit. */
function useEdit(discussion: Discussion, onSaved: () => void) {
  const { id } = discussion
  const client = useQueryClient()
  const edit = useDiscussionEdit(`${discussion.user_id}.${id}`, toVersion(discussion))
  const { values } = edit
  const [stale, setStale] = useState<Discussion | null>(null)

  const showTheirs = async () => {
    try {
      const theirs = await loadDiscussion(id)
      changeDiscussion(client, id, theirs)
      edit.rebase(theirs.version)
      setStale(theirs)
      return null
    } catch (error) {
      return explainFailure(error, m.discussions_edit_failed())
    }
  }
  const save = async () => {
    const changed = await editDiscussion(id, edit.version, {
      title: values.title.trim(),
      content: values.content.trim(),
      category: toCategory(values.category),
    })
    edit.take(toVersion(changed))
    changeDiscussion(client, id, changed)
    onSaved()
    toast({ kind: 'success', title: m.discussions_success(), description: m.discussions_edit_saved() })
  }
  const form = useForm({
    isSending: edit.isSending,
    check: () => checkDiscussion(values),
    send: () => edit.submit(save),
    explain: (error) => {
      if (error instanceof ApiError && error.code === 'STALE') return showTheirs()
      if (isGone(error)) dropDiscussion(client, id)
      return explainFailure(error, m.discussions_edit_failed())
    },
  })
  const takeTheirs = (theirs: Discussion) => {
    edit.take(toVersion(theirs))
    setStale(null)
  }
  const type = (field: keyof typeof values, text: string) => {
    form.typed()
    edit.type({ [field]: text })
  }
  return { ...form, values, stale, takeTheirs, type, end: edit.end }
}

/**
 * The form for editing the viewer's own discussion. Values are stored until they're saved or discarded. If another
 * device changed the discussion in the meantime, the form shows that and asks before overwriting it.
 */
export function EditDiscussionDialog({
  discussion,
  onClose,
}: {
  discussion: Discussion
  onClose: () => void
}) {
  const [isOpen, setOpen] = useState(true)
  const edit = useEdit(discussion, () => setOpen(false))
  const { values, stale } = edit
  const cancel = () => {
    edit.end()
    setOpen(false)
  }
  return (
    <FormDialog
      form={edit}
      open={isOpen}
      onOpenChange={(open) => open || cancel()}
      onClosed={onClose}
      title={m.discussions_edit_title()}
      firm
      submit={stale ? m.shell_stale_keep_mine() : m.discussions_save()}
      sending={m.discussions_saving()}
      disabled={isTooLong(values)}
      className={styles.edit}
    >
      {stale && (
        <StaleNotice heading={m.discussions_stale()} theirs={stale} onTake={() => edit.takeTheirs(stale)} />
      )}
      <DiscussionFields values={values} onType={edit.type} errors={edit.errors} isSending={edit.busy} />
    </FormDialog>
  )
}
