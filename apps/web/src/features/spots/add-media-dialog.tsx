import { LIMITS } from '@nollie/contract/limits'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { session } from '../../lib/session.ts'
import { Button, Field, Sheet, Textarea, toast } from '../../ui/index.ts'
import { CameraTile } from '../camera/index.ts'
import { publishPost, receivePosts } from '../posts/index.ts'
import { MediaGrid, uploadsOf, useUploads } from '../uploads/index.ts'
import { addMedia, explainMedia, galleryItemsOf, storeDraft, type MediaText, readDraft } from './add-media.ts'
import './spot-dialogs.css'
import { addToGallery } from './use-spot-live.ts'

type Props = { spot: { id: string; name: string }; onClose: () => void }

/** Adds photos and videos, or text, to a spot. Values and files stay on this device until they are shared. */
export function AddMediaDialog({ spot, onClose }: Props) {
  const client = useQueryClient()
  const id = useId()
  const [person] = useState(() => session.get().user?.user_id ?? '')
  const name = `nollie.media.${person}.${spot.id}`
  const queue = useMemo(() => uploadsOf(person, `spot.${spot.id}`), [person, spot.id])
  const items = useUploads(queue)
  const [values, setText] = useState<MediaText>(() => readDraft(name))
  const [restored, setRestored] = useState(() => Boolean(values.title || values.content))
  const [open, setOpen] = useState(true)
  const [busy, setBusy] = useState(false)
  const running = useRef(false)

  useEffect(() => {
    void queue.restored.then(() => setRestored((before) => before || queue.items().length > 0))
  }, [queue])
  const type = (next: Partial<MediaText>) => {
    const whole = { title: values.title, content: values.content, ...next }
    setText(whole)
    storeDraft(name, { ...whole, attempt: readDraft(name).attempt })
  }
  const empty = () => {
    setText({ title: '', content: '' })
    storeDraft(name, { title: '', content: '', attempt: null })
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (running.current) return
    running.current = true
    setBusy(true)
    try {
      const post = await addMedia(name, spot.id, values, queue)
      queue.clear({ keep: true })
      empty()
      receivePosts([post])
      addToGallery(client, spot.id, galleryItemsOf(post))
      publishPost({ kind: 'created', post_id: post.id, spot_id: spot.id })
      setOpen(false)
      toast({ kind: 'success', title: m.spot_toast_success(), description: m.spot_media_added() })
    } catch (error) {
      toast({ kind: 'error', ...explainMedia(error) })
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  return (
    <Sheet
      open={open}
      onOpenChange={(next) => {
        if (!running.current) setOpen(next)
      }}
      onClosed={onClose}
      title={m.spot_media_title({ spot: spot.name })}
      actions={
        <>
          <Button onClick={() => setOpen(false)} disabled={busy}>
            {m.shell_cancel()}
          </Button>
          <Button type="submit" form={id} variant="primary" busy={busy && m.spot_media_busy()}>
            {m.shell_share()}
          </Button>
        </>
      }
    >
      <form
        id={id}
        className="add-media"
        noValidate
        aria-busy={busy}
        onSubmit={(event) => void submit(event)}
      >
        {restored && (items.length > 0 || values.title || values.content) && (
          <p className="dialog-restored" role="status">
            {m.share_draft_restored()}
            <button
              type="button"
              className="link"
              onClick={() => {
                queue.clear({ keep: false })
                empty()
                setRestored(false)
              }}
            >
              {m.share_draft_drop()}
            </button>
          </p>
        )}
        <Field
          label={m.spot_media_text_title()}
          placeholder={m.spot_media_text_title_placeholder()}
          value={values.title}
          maxLength={LIMITS.post_title_max}
          autoComplete="off"
          onChange={(event) => type({ title: event.target.value })}
        />
        <Textarea
          names
          label={m.share_description()}
          placeholder={m.spot_media_text_content_placeholder()}
          value={values.content}
          rows={2}
          maxLength={LIMITS.post_content_max}
          onChange={(event) => type({ content: event.target.value })}
        />
        <MediaGrid queue={queue} label={m.share_media()} withCover={false} Source={CameraTile} />
      </form>
    </Sheet>
  )
}
