import type { Post } from '@nollie/contract'
import { LIMITS } from '@nollie/contract/limits'
import { useId } from 'react'
import { m } from '../../i18n/messages.ts'
import { Button } from '../../ui/button.tsx'
import { Field, Textarea } from '../../ui/field.tsx'
import { StaleNotice } from '../../ui/stale-notice.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { usePostEdit } from './use-post-edit.ts'
import './post-card.css'

/** Changes title and description of a post. What is typed outlives a refusal, a lost session and a reload. */
export function EditPost({ post, onClose }: { post: Post; onClose: () => void }) {
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
          <Button onClick={edit.cancel} disabled={edit.busy}>
            {m.shell_cancel()}
          </Button>
          <Button type="submit" form={id} variant="primary" busy={edit.busy && m.feed_saving()}>
            {edit.stale ? m.shell_stale_keep() : m.feed_save()}
          </Button>
        </>
      }
    >
      <form
        id={id}
        className="edit-post"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void edit.save()
        }}
      >
        {edit.stale && (
          <StaleNotice heading={m.feed_stale_title()} theirs={edit.stale} onTake={edit.takeTheirs} />
        )}
        <Field
          label={m.feed_edit_name()}
          value={edit.title}
          maxLength={LIMITS.post_title_max}
          error={edit.titleMissing ? m.feed_edit_name_missing() : undefined}
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
      </form>
    </Sheet>
  )
}
