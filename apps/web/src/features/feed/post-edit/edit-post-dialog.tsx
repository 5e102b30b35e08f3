import type { Post } from '@nollie/contract'
import { LIMITS } from '@nollie/contract/limits'
import { m } from '../../../i18n/messages.ts'
import { Field, Textarea } from '../../../ui/forms/field.tsx'
import { StaleNotice } from '../../../ui/notices/stale-notice.tsx'
import { FormDialog } from '../../../ui/forms/form-dialog.tsx'
import { usePostEdit } from './use-post-edit.ts'
import styles from '../post/post-card.module.css'

/** Edits a post's title and description. The draft survives a refusal, an expired session, and a reload. */
export function EditPostDialog({ post, onClose }: { post: Post; onClose: () => void }) {
  const edit = usePostEdit(post)
  return (
    <FormDialog
      form={edit.form}
      open={edit.open}
      onOpenChange={(open) => open || edit.cancel()}
      onClosed={onClose}
      title={m.feed_edit_title()}
      firm
      submit={edit.stale ? m.shell_stale_keep_mine() : m.feed_save()}
      sending={m.feed_saving()}
      className={styles.editPost}
    >
      {edit.stale && (
        <StaleNotice heading={m.feed_stale_title()} theirs={edit.stale} onTake={edit.takeTheirs} />
      )}
      <Field
        label={m.feed_edit_title_field()}
        value={edit.title}
        maxLength={LIMITS.post_title_max}
        error={edit.form.errors.title}
        onChange={(event) => edit.type({ title: event.target.value })}
      />
      <Textarea
        names
        label={m.feed_edit_description()}
        value={edit.content}
        rows={5}
        maxLength={LIMITS.post_content_max}
        onChange={(event) => edit.type({ content: event.target.value })}
      />
    </FormDialog>
  )
}
