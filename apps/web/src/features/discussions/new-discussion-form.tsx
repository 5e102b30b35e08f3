import { useQueryClient } from '@tanstack/react-query'
import { m } from '../../i18n/messages.ts'
import { Button, Form, toast, toastWaiting, useForm } from '../../ui/index.ts'
import { toCategory } from './discussion-category.tsx'
import { addDiscussion } from './discussion-requests.ts'
import { startOrQueue } from './outbox-discussions.ts'
import { checkDiscussion, explainFailure } from './discussion-errors.ts'
import { DiscussionFields, isTooLong } from './discussion-fields.tsx'
import { type DiscussionValues, newDiscussions } from './discussion-drafts.ts'
import styles from './discussions.module.css'

function useStart(owner: string, onDone: () => void) {
  const client = useQueryClient()
  const { draft: values, isSending } = newDiscussions.useBox(owner)
  const form = useForm({
    isSending,
    check: () => checkDiscussion(values),
    send: () =>
      newDiscussions.submit(owner, async (send) => {
        const body = JSON.stringify({
          title: values.title.trim(),
          content: values.content.trim(),
          category: toCategory(values.category),
        })
        const made = await send(body, (text, key) => startOrQueue(values, text, key))
        if (made) addDiscussion(client, made)
        newDiscussions.clear(owner)
        if (made)
          toast({ kind: 'success', title: m.discussions_success(), description: m.discussions_created() })
        else toastWaiting()
        onDone()
      }),
    explain: (error) => explainFailure(error, m.discussions_create_failed()),
  })
  return {
    values,
    form,
    type: (field: keyof DiscussionValues, text: string) => {
      form.typed()
      newDiscussions.write(owner, { ...values, [field]: text })
    },
    drop: () => {
      newDiscussions.clear(owner)
      onDone()
    },
  }
}

type Props = {
  owner: string
  id: string
  /** Called after the discussion has been sent or discarded. */
  onDone: () => void
}

/**
 * The form for a new discussion (DSC-05). Its values are stored until the server confirms the discussion or Cancel
 * discards them.
 */
export function NewDiscussionForm({ owner, id, onDone }: Props) {
  const { values, form, type, drop } = useStart(owner, onDone)
  const { errors, refused, busy, submit } = form
  return (
    <Form
      id={id}
      className={styles.form}
      aria-label={m.discussions_form()}
      onSend={submit}
      refused={refused}
      noValidate
    >
      <DiscussionFields values={values} onType={type} errors={errors} isSending={busy} />
      <div className={styles.formActions}>
        <Button onClick={drop} disabled={busy}>
          {m.discussions_cancel()}
        </Button>
        <Button
          type="submit"
          variant="primary"
          disabled={isTooLong(values)}
          busy={busy && m.discussions_creating()}
        >
          {m.discussions_create()}
        </Button>
      </div>
    </Form>
  )
}
