import { Camera, ImagePlus } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { go } from '../../lib/navigation.ts'
import { buttonLook, Spinner } from '../../ui/index.ts'
import { CameraButton } from '../camera/index.ts'
import { useDrop } from './use-drop.ts'
import styles from './drafts.module.css'

/** Saves photos from the camera or the library as a draft, along with the device's position. */
export function QuickDrop({ startsOpen }: { startsOpen: boolean }) {
  const { busy, locate, drop } = useDrop()
  const [opensNow] = useState(startsOpen)
  const begin = useEffectEvent(() => {
    if (!opensNow) return
    locate()
    // Going back to this page must not reopen the camera.
    go('/quick-drop', { replace: true })
  })
  useEffect(() => begin(), [])
  return (
    <section className={styles.drop} aria-label={m.drafts_quick_save()}>
      <p className={styles.dropText}>{m.drafts_quick_save_text()}</p>
      <div className={styles.dropButtons}>
        <CameraButton
          look={buttonLook({ variant: 'primary', size: 'lg' })}
          startsOpen={opensNow}
          onOpen={locate}
          onFiles={drop}
        >
          <Camera aria-hidden="true" />
          {m.drafts_take_photo()}
        </CameraButton>
        <label {...buttonLook({ variant: 'line', size: 'lg' })}>
          <input
            type="file"
            className="sr-only"
            accept="image/*,.heic,.heif"
            multiple
            onClick={locate}
            onChange={(event) => {
              const files = [...(event.target.files ?? [])]
              event.target.value = ''
              drop(files)
            }}
          />
          <ImagePlus aria-hidden="true" />
          {m.drafts_choose_photos()}
        </label>
      </div>
      <p className={styles.dropState} role="status">
        {busy && (
          <>
            <Spinner />
            {m.drafts_quick_saving()}
          </>
        )}
      </p>
    </section>
  )
}
