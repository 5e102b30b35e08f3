import { LIMITS } from '@nollie/contract/limits'
import { useEffect, useMemo, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { session } from '../../lib/session.ts'
import { useServerConfig } from '../../lib/server-config.ts'
import { Button, Field, Form, Textarea, toast, toastWaiting, useForm } from '../../ui/index.ts'
import { CameraTile } from '../camera/index.ts'
import { publishPost, receivePosts } from '../posts/index.ts'
import { MediaGrid, getUploadQueue, useUploads } from '../media/index.ts'
import { PostAudience } from './audience-choice.tsx'
import { photoHint } from './photo-hint.ts'
import { type ContentValues, contents, NotShared, shareContent } from './share-content.ts'
import { looks } from '../../ui/looks.ts'
import { classes } from '../../lib/classes.ts'
import styles from './content.module.css'

/** The form for sharing text, photos, or a photo's URL. The values are stored until they're shared. */
export function ShareContentForm() {
  const [person] = useState(() => session.get().user?.user_id ?? '')
  const queue = useMemo(() => getUploadQueue(person, 'content'), [person])
  const items = useUploads(queue)
  const copies = useServerConfig()?.copies_photos
  const { draft: values, isSending } = contents.useBox(person)
  const [restored, setRestored] = useState(() => Object.values(values).some(Boolean))

  useEffect(() => {
    void queue.restored.then(() => setRestored((before) => before || queue.items().length > 0))
  }, [queue])
  const empty = () => {
    setRestored(false)
    contents.clear(person)
  }
  const { errors, refused, busy, submit, typed } = useForm({
    isSending,
    send: () =>
      contents.submit(person, async (send) => {
        const post = await shareContent(values, queue, send)
        queue.clear({ keep: true })
        empty()
        if (!post) return toastWaiting()
        receivePosts([post])
        publishPost({ kind: 'created', post_id: post.id, spot_id: null, user_id: post.user_id })
        toast({ kind: 'success', title: m.content_success(), description: m.content_created() })
      }),
    explain: (error) => ({
      title: m.content_error(),
      description: error instanceof NotShared ? error.message : m.content_failed(),
    }),
    getFieldErrors: (error) =>
      error instanceof NotShared && error.field ? { [error.field]: error.message } : {},
  })
  const type = (next: Partial<ContentValues>) => {
    typed()
    contents.write(person, { ...values, ...next })
  }
  return (
    <Form
      className={classes(looks.card, styles.form)}
      noValidate
      aria-label={m.content_form()}
      aria-busy={busy}
      onSend={submit}
      refused={refused}
    >
      {restored && (items.length > 0 || Object.values(values).some(Boolean)) && (
        <p className={styles.restored} role="status">
          {m.content_draft_restored()}
          <button
            type="button"
            className={looks.link}
            disabled={busy}
            onClick={() => {
              queue.clear({ keep: false })
              typed()
              empty()
            }}
          >
            {m.content_discard_draft()}
          </button>
        </p>
      )}
      <Field
        label={m.content_field_title()}
        placeholder={m.content_field_title_placeholder()}
        error={errors.title}
        value={values.title}
        readOnly={busy}
        maxLength={LIMITS.post_title_max}
        autoComplete="off"
        onChange={(event) => type({ title: event.target.value })}
      />
      <Textarea
        names
        label={m.content_field_text()}
        placeholder={m.content_field_text_placeholder()}
        value={values.content}
        readOnly={busy}
        rows={3}
        maxLength={LIMITS.post_content_max}
        onChange={(event) => type({ content: event.target.value })}
      />
      <Field
        label={m.content_field_photo()}
        placeholder={m.content_field_photo_placeholder()}
        hint={photoHint(copies)}
        error={errors.photo_url}
        type="url"
        inputMode="url"
        value={values.photo_url}
        readOnly={busy}
        maxLength={LIMITS.photo_url_max}
        autoComplete="off"
        onChange={(event) => type({ photo_url: event.target.value })}
      />
      <PostAudience value={values.crew_id} isSending={busy} onChoose={(crew_id) => type({ crew_id })} />
      {/* A post can't be changed while it's being sent. */}
      <div inert={busy}>
        <MediaGrid
          queue={queue}
          label={m.content_media()}
          withCover={false}
          renderSource={(onFiles) => <CameraTile onFiles={onFiles} />}
        />
      </div>
      <Button type="submit" variant="primary" busy={busy && m.content_sharing()}>
        {m.content_share()}
      </Button>
    </Form>
  )
}
