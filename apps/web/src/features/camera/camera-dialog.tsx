import { Dialog } from '@base-ui/react/dialog'
import { Camera, SwitchCamera, Video, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { Button, buttonLook, Chip, IconButton, Spinner } from '../../ui/index.ts'
import { type CameraError, type CameraMode, type CameraSide, clockText } from './camera-device.ts'
import { useCamera } from './use-camera.ts'
import { useCapture } from './use-capture.ts'
import cameraStyles from './camera.module.css'
import styles from './camera-dialog.module.css'

type Props = { onFile: (file: File) => void; onClose: () => void }

const ERROR_TEXTS: Record<CameraError, () => string> = {
  denied: m.camera_denied,
  absent: m.camera_missing,
  busy: m.camera_busy,
}

function NoPicture({
  error,
  mode,
  onAgain,
  onFile,
}: {
  error: CameraError
  mode: CameraMode
  onAgain: () => void
  onFile: (file: File) => void
}) {
  return (
    <div className={cameraStyles.text} role="alert">
      <p>{ERROR_TEXTS[error]()}</p>
      <Button variant="glass" onClick={onAgain}>
        {m.camera_retry()}
      </Button>
      <label {...buttonLook({ variant: 'glass' })}>
        <input
          type="file"
          className="sr-only"
          accept={mode === 'photo' ? 'image/*' : 'video/*'}
          capture="environment"
          onChange={(event) => {
            const [file] = event.target.files ?? []
            if (file) onFile(file)
          }}
        />
        {m.camera_choose_file()}
      </label>
    </div>
  )
}

// Counts the seconds since it was mounted.
function Clock() {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    const began = performance.now()
    const timer = setInterval(() => setSeconds((performance.now() - began) / 1000), 250)
    return () => clearInterval(timer)
  }, [])
  return <span aria-hidden="true">{clockText(seconds)}</span>
}

function TopBar({ running, onTurn, onClose }: { running: boolean; onTurn: () => void; onClose: () => void }) {
  return (
    <div className={cameraStyles.bar}>
      <IconButton label={m.shell_close()} variant="glass" onClick={onClose}>
        <X size={24} aria-hidden="true" />
      </IconButton>
      {running && (
        <p className={cameraStyles.recording}>
          <span role="status">{m.camera_recording()}</span>
          <Clock />
        </p>
      )}
      <IconButton label={m.camera_switch()} variant="glass" disabled={running} onClick={onTurn}>
        <SwitchCamera size={24} aria-hidden="true" />
      </IconButton>
    </div>
  )
}

type FootProps = {
  mode: CameraMode
  running: boolean
  isReady: boolean
  onMode: (mode: CameraMode) => void
  onTake: () => void
}

function Foot({ mode, running, isReady, onMode, onTake }: FootProps) {
  const label = mode === 'photo' ? m.camera_take_photo() : running ? m.camera_stop() : m.camera_record_video()
  return (
    <div className={cameraStyles.foot}>
      <div className={cameraStyles.modes} role="group" aria-label={m.camera_mode()}>
        <Chip pressed={mode === 'photo'} disabled={running} onClick={() => onMode('photo')}>
          <Camera size={18} aria-hidden="true" />
          {m.camera_photo()}
        </Chip>
        <Chip pressed={mode === 'video'} disabled={running} onClick={() => onMode('video')}>
          <Video size={18} aria-hidden="true" />
          {m.camera_video()}
        </Chip>
      </div>
      <button type="button" className={styles.shutter} data-mode={mode} disabled={!isReady} onClick={onTake}>
        <span className={styles.shutterRing} aria-hidden="true" />
        {label}
      </button>
    </div>
  )
}

/** The full-screen camera. Passes the captured file to `onFile` and closes. */
export function CameraDialog({ onFile, onClose }: Props) {
  const view = useRef<HTMLVideoElement>(null)
  const [mode, setMode] = useState<CameraMode>('photo')
  const [side, setSide] = useState<CameraSide>('environment')
  const { state, again } = useCamera(mode, side)
  const stream = state.step === 'open' ? state.stream : null
  // The stream on screen. Until it's visible, nothing can be captured.
  const [shown, setShown] = useState<MediaStream | null>(null)
  const isReady = stream !== null && shown === stream
  useEffect(() => {
    if (view.current) view.current.srcObject = stream
  }, [stream])
  const { running, takePhoto, takeVideo, handOver } = useCapture(view, isReady ? stream : null, {
    onFile,
    onClose,
  })
  return (
    <Dialog.Root open onOpenChange={(next) => next || onClose()}>
      <Dialog.Portal>
        <Dialog.Popup className={styles.root} data-recording={running ? '' : undefined}>
          <Dialog.Title className="sr-only">{m.camera_title()}</Dialog.Title>
          <video
            ref={view}
            className={cameraStyles.view}
            data-side={side}
            muted
            playsInline
            autoPlay
            aria-hidden="true"
            onPlaying={() => setShown(stream)}
          />
          <TopBar
            running={running}
            onTurn={() => setSide(side === 'user' ? 'environment' : 'user')}
            onClose={onClose}
          />
          {state.step !== 'closed' && !isReady && (
            <p className={cameraStyles.text} role="status">
              <Spinner />
              {m.camera_loading()}
            </p>
          )}
          {state.step === 'closed' && (
            <NoPicture error={state.error} mode={mode} onAgain={again} onFile={handOver} />
          )}
          <Foot
            {...{ mode, running, isReady }}
            onMode={setMode}
            onTake={() => void (mode === 'photo' ? takePhoto() : takeVideo())}
          />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
