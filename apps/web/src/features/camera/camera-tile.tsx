import { Camera } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { hasCamera } from './camera-device.ts'
import styles from './camera.module.css'

const CameraDialog = lazy(() =>
  import('./camera-dialog.tsx').then(({ CameraDialog }) => ({ default: CameraDialog })),
)

/**
 * A tile that takes a photo or video with the device's camera and returns it as a file. Without camera support in the
 * browser it opens the device's own camera app or the file picker.
 */
export function CameraTile({ onFiles }: { onFiles: (files: Iterable<File>) => void }) {
  const [open, setOpen] = useState(false)
  if (!hasCamera())
    return (
      <label className={styles.tile}>
        <input
          type="file"
          className="sr-only"
          accept="image/*,video/*"
          capture="environment"
          aria-label={m.camera_open()}
          onChange={(event) => {
            const [file] = event.target.files ?? []
            event.target.value = ''
            if (file) onFiles([file])
          }}
        />
        <Camera size={26} aria-hidden="true" />
        {m.camera_tile()}
      </label>
    )
  return (
    <>
      <button
        type="button"
        className={styles.tile}
        aria-label={m.camera_open()}
        onClick={() => setOpen(true)}
      >
        <Camera size={26} aria-hidden="true" />
        {m.camera_tile()}
      </button>
      {open && (
        <Suspense fallback={null}>
          <CameraDialog onFile={(file) => onFiles([file])} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
