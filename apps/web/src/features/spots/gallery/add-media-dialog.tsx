import { LIMITS } from '@nollie/contract/limits'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { m } from '../../../i18n/messages.ts'
import { session } from '../../../lib/session.ts'
import { Field, Textarea, toast, toastWaiting, useForm } from '../../../ui/index.ts'
import { FormDialog } from '../../../ui/forms/form-dialog.tsx'
import { CameraTile } from '../../camera/index.ts'
import { publishPost, receivePosts } from '../../posts/index.ts'
import { DraftRestored, MediaGrid, getUploadQueue, useRestored, useUploads } from '../../media/index.ts'
import { addMedia, additions, explainMedia, toGalleryItems, type MediaText } from './add-media.ts'
import { addToGallery } from '../use-live-spot.ts'
import styles from '../spot-dialogs.module.css'

type Props = { spot: { id: string; name: string }; onClose: () => void }

/** Returns the stored text and files of an addition to a spot, and the submit function. */
function useAddition(spot: Props['spot'], onShared: () => void) {
  const spotId = spot.id
  const client = useQueryClient()
  const [person] = useState(() => session.get().user?.user_id ?? '')
  const name = `${person}.${spotId}`
  const queue = useMemo(() => getUploadQueue(person, `spot.${spotId}`), [person, spotId])
  const items = useUploads(queue)
  const { draft: values, isSending } = additions.useBox(name)
  const hasText = Boolean(values.title || values.content)
  const [restored, forgetRestored] = useRestored(queue, hasText)
  const { busy, submit } = useForm({
    isSending,
    send: () =>
      additions.submit(name, async (send) => {
        const post = await addMedia(spot, values, queue, send)
        queue.clear({ keep: true })
        additions.clear(name)
        onShared()
        if (!post) return toastWaiting()
        receivePosts([post])
        addToGallery(client, spotId, toGalleryItems(post))
        publishPost({ kind: 'created', post_id: post.id, spot_id: spotId })
        toast({ kind: 'success', title: m.spots_toast_success(), description: m.spots_media_added() })
      }),
    explain: explainMedia,
  })
  return {
    queue,
    values,
    busy,
    submit,
    isRestored: restored && (items.length > 0 || hasText),
    type: (next: Partial<MediaText>) => additions.write(name, { ...values, ...next }),
    startOver: () => {
      queue.clear({ keep: false })
      additions.clear(name)
      forgetRestored()
    },
  }
}

/**
 * The dialog that adds photos, videos, or text to a spot. Values and files are stored on this device until they are
 * shared.
 */
export function AddMediaDialog({ spot, onClose }: Props) {
  const [open, setOpen] = useState(true)
  const addition = useAddition(spot, () => setOpen(false))
  return (
    <FormDialog
      form={addition}
      open={open}
      onOpenChange={setOpen}
      onClosed={onClose}
      title={m.spots_media_title({ spot: spot.name })}
      submit={m.shell_share()}
      sending={m.spots_media_busy()}
      className={styles.addMedia}
    >
      <AdditionFields addition={addition} />
    </FormDialog>
  )
}

function AdditionFields({ addition }: { addition: ReturnType<typeof useAddition> }) {
  const { queue, values, isRestored, type, startOver } = addition
  return (
    <>
      {isRestored && <DraftRestored className={styles.dialogRestored} onDrop={startOver} />}
      <Field
        label={m.spots_media_text_title()}
        placeholder={m.spots_media_text_title_placeholder()}
        value={values.title}
        maxLength={LIMITS.post_title_max}
        autoComplete="off"
        onChange={(event) => type({ title: event.target.value })}
      />
      <Textarea
        names
        label={m.share_description()}
        placeholder={m.spots_media_text_content_placeholder()}
        value={values.content}
        rows={2}
        maxLength={LIMITS.post_content_max}
        onChange={(event) => type({ content: event.target.value })}
      />
      <MediaGrid
        queue={queue}
        label={m.share_media()}
        withCover={false}
        renderSource={(onFiles) => <CameraTile onFiles={onFiles} />}
      />
    </>
  )
}
