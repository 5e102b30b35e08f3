import { LIMITS } from '@nollie/contract/limits'
import { type FormEvent, useEffect, useMemo, useRef, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { session } from '../../lib/session.ts'
import { useServerConfig } from '../../lib/server-config.ts'
import { Button, Field, Textarea, toast } from '../../ui/index.ts'
import { CameraTile } from '../camera/index.ts'
import { publishPost, receivePosts } from '../posts/index.ts'
import { MediaGrid, uploadsOf, useUploads } from '../uploads/index.ts'
import './content.css'
import { photoHint } from './photo-hint.ts'
import {
  type ContentValues,
  storeDraft,
  NO_VALUES,
  NotShared,
  readDraft,
  shareContent,
} from './share-content.ts'

/** Shares text, photos or the address of a photo with everybody. The typed values stay until they are shared. */
export function ShareContentForm() {
  const [person] = useState(() => session.get().user?.user_id ?? '')
  const name = `nollie.content.${person}`
  const queue = useMemo(() => uploadsOf(person, 'content'), [person])
  const items = useUploads(queue)
  const copies = useServerConfig()?.copies_photos
  const [values, setValues] = useState<ContentValues>(() => {
    const { title, content, photo_url } = readDraft(name)
    return { title, content, photo_url }
  })
  const [restored, setRestored] = useState(() => Object.values(values).some(Boolean))
  const [wrong, setWrong] = useState<{ field: keyof ContentValues; text: string } | null>(null)
  const [busy, setBusy] = useState(false)
  const running = useRef(false)

  useEffect(() => {
    void queue.restored.then(() => setRestored((before) => before || queue.items().length > 0))
  }, [queue])
  const type = (next: Partial<ContentValues>) => {
    const whole = { ...values, ...next }
    setValues(whole)
    setWrong(null)
    storeDraft(name, { ...whole, attempt: readDraft(name).attempt })
  }
  const empty = () => {
    setValues(NO_VALUES)
    setWrong(null)
    setRestored(false)
    storeDraft(name, { ...NO_VALUES, attempt: null })
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (running.current) return
    running.current = true
    setBusy(true)
    try {
      const post = await shareContent(name, values, queue)
      queue.clear({ keep: true })
      empty()
      receivePosts([post])
      publishPost({ kind: 'created', post_id: post.id, spot_id: null, user_id: post.user_id })
      toast({ kind: 'success', title: m.content_success(), description: m.content_created() })
    } catch (error) {
      const { message, field } = error instanceof NotShared ? error : new NotShared(m.content_failed())
      setWrong(field && { field, text: message })
      toast({ kind: 'error', title: m.content_error(), description: message })
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  const errorOf = (field: keyof ContentValues) => (wrong?.field === field ? wrong.text : undefined)
  return (
    <form
      className="card content-form"
      noValidate
      aria-label={m.content_form()}
      aria-busy={busy}
      onSubmit={(event) => void submit(event)}
    >
      {restored && (items.length > 0 || Object.values(values).some(Boolean)) && (
        <p className="content-restored" role="status">
          {m.content_restored()}
          <button
            type="button"
            className="link"
            disabled={busy}
            onClick={() => {
              queue.clear({ keep: false })
              empty()
            }}
          >
            {m.content_drop()}
          </button>
        </p>
      )}
      <Field
        label={m.content_field_title()}
        placeholder={m.content_field_title_placeholder()}
        error={errorOf('title')}
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
        error={errorOf('photo_url')}
        type="url"
        inputMode="url"
        value={values.photo_url}
        readOnly={busy}
        maxLength={LIMITS.photo_url_max}
        autoComplete="off"
        onChange={(event) => type({ photo_url: event.target.value })}
      />
      {/* What is on its way is not changed any more. */}
      <div inert={busy}>
        <MediaGrid queue={queue} label={m.content_media()} withCover={false} Source={CameraTile} />
      </div>
      <Button type="submit" variant="primary" busy={busy && m.content_sharing()}>
        {m.content_share()}
      </Button>
    </form>
  )
}
