import { Camera } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { hasCamera } from './camera-device.ts'
import styles from './camera.module.css'
import { lazyPart } from '../../ui/lazy-part.tsx'

const CameraDialog = lazyPart(() =>
  import('./camera-dialog.tsx').then(({ CameraDialog }) => ({ default: CameraDialog })),
)

type Props = {
  /** The button's style. */
  look: { className?: string | undefined }
  /** The accessible name, needed if the button's content isn't enough. */
  label?: string
  /** Whether the camera starts open. */
  startsOpen?: boolean
  /** Called when the person opens the camera. */
  onOpen?: () => void
  onFiles: (files: Iterable<File>) => void
  children: ReactNode
}

/**
 * A button that takes a photo or video with the device's camera and passes it on as a file. If the browser can't use
 * the camera, it opens the device's camera app or the file picker.
 */
export function CameraButton({ look, label, startsOpen = false, onOpen, onFiles, children }: Props) {
  const [open, setOpen] = useState(startsOpen && hasCamera())
  if (!hasCamera())
    return (
      <label {...look}>
        <input
          type="file"
          className="sr-only"
          accept="image/*,video/*"
          capture="environment"
          aria-label={label}
          onClick={onOpen}
          onChange={(event) => {
            const [file] = event.target.files ?? []
            event.target.value = ''
            if (file) onFiles([file])
          }}
        />
        {children}
      </label>
    )
  return (
    <>
      <button
        type="button"
        {...look}
        aria-label={label}
        onClick={() => {
          onOpen?.()
          setOpen(true)
        }}
      >
        {children}
      </button>
      {open && (
        <Suspense fallback={null}>
          <CameraDialog onFile={(file) => onFiles([file])} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

/** A tile in a file grid that adds another file with the camera. */
export function CameraTile({ onFiles, onOpen }: Pick<Props, 'onFiles' | 'onOpen'>) {
  return (
    <CameraButton
      look={{ className: styles.tile }}
      label={m.camera_open()}
      onFiles={onFiles}
      {...(onOpen && { onOpen })}
    >
      <Camera size={26} aria-hidden="true" />
      {m.camera_tile()}
    </CameraButton>
  )
}
