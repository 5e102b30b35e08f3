import type { Post } from '@nollie/contract'
import { LIMITS } from '@nollie/contract/limits'
import { useId } from 'react'
import { m } from '../../i18n/messages.ts'
import { Button } from '../../ui/button.tsx'
import { Field, Textarea } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { StaleNotice } from '../../ui/stale-notice.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { usePostEdit } from './use-post-edit.ts'
import styles from './post-card.module.css'

/** Edits title and description of a post. The draft survives a refusal, an ended session and a reload. */
export function EditPostDialog({ post, onClose }: { post: Post; onClose: () => void }) {
  const edit = usePostEdit(post)
  const id = useId()
  return (
    <Sheet
      open={edit.open}
      onOpenChange={(open) => open || edit.cancel()}
      onClosed={onClose}
      title={m.feed_edit_title()}
      firm
      actions={
        <>
          <Button onClick={edit.cancel} disabled={edit.form.busy}>
            {m.shell_cancel()}
          </Button>
          <Button type="submit" form={id} variant="primary" busy={edit.form.busy && m.feed_saving()}>
            {edit.stale ? m.shell_stale_keep() : m.feed_save()}
          </Button>
        </>
      }
    >
      <Form id={id} className={styles.editPost} noValidate onSend={edit.form.submit}>
        {edit.stale && (
          <StaleNotice heading={m.feed_stale_title()} theirs={edit.stale} onTake={edit.takeTheirs} />
        )}
        <Field
          label={m.feed_edit_name()}
          value={edit.title}
          maxLength={LIMITS.post_title_max}
          error={edit.form.errors.title}
          onChange={(event) => edit.type({ title: event.target.value })}
        />
        <Textarea
          names
          label={m.feed_edit_content()}
          value={edit.content}
          rows={5}
          maxLength={LIMITS.post_content_max}
          onChange={(event) => edit.type({ content: event.target.value })}
        />
      </Form>
    </Sheet>
  )
}
