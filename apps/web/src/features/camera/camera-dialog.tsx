import { Dialog } from '@base-ui/react/dialog'
import { Camera, SwitchCamera, Video, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { Button, Chip, IconButton, Spinner, toast } from '../../ui/index.ts'
import './camera.css'
import {
  type CameraError,
  type CameraMode,
  type CameraSide,
  clockText,
  photoOf,
  type Recording,
  record,
} from './camera-device.ts'
import { useCamera } from './use-camera.ts'

type Props = { onFile: (file: File) => void; onClose: () => void }

const ERROR_TEXTS: Record<CameraError, () => string> = {
  denied: m.camera_denied,
  absent: m.camera_absent,
  busy: m.camera_taken,
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
    <div className="camera-text" role="alert">
      <p>{ERROR_TEXTS[error]()}</p>
      <Button variant="glass" onClick={onAgain}>
        {m.camera_again()}
      </Button>
      <label className="btn btn-glass">
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

// Counts up while it stands there.
function Clock() {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    const began = performance.now()
    const timer = setInterval(() => setSeconds((performance.now() - began) / 1000), 250)
    return () => clearInterval(timer)
  }, [])
  return <span aria-hidden="true">{clockText(seconds)}</span>
}

/** The camera over the whole screen; what it takes goes to `onFile` and closes it. */
export function CameraDialog({ onFile, onClose }: Props) {
  const view = useRef<HTMLVideoElement>(null)
  const recording = useRef<Recording | null>(null)
  const [mode, setMode] = useState<CameraMode>('photo')
  const [side, setSide] = useState<CameraSide>('environment')
  const [running, setRunning] = useState(false)
  const { state, again } = useCamera(mode, side)
  const stream = state.step === 'open' ? state.stream : null
  // The stream whose picture can be seen: before that there is nothing to take.
  const [shown, setShown] = useState<MediaStream | null>(null)
  const isReady = stream !== null && shown === stream

  useEffect(() => {
    if (view.current) view.current.srcObject = stream
  }, [stream])

  // Closing the dialog while it records discards the recording.
  useEffect(() => () => recording.current?.stop(), [])
  const captured = (file: File) => {
    onFile(file)
    onClose()
  }
  const failed = () =>
    toast({ kind: 'error', title: m.camera_failed_title(), description: m.camera_failed_text() })
  const takePhoto = async () => {
    if (!view.current) return
    try {
      captured(await photoOf(view.current))
    } catch {
      failed()
    }
  }
  const takeVideo = async () => {
    if (recording.current) return recording.current.stop()
    if (!stream || !isReady) return
    try {
      recording.current = record(stream)
      setRunning(true)
      const mine = recording.current
      const file = await mine.file
      // A screen that is gone wants nothing any more.
      if (view.current && recording.current === mine) captured(file)
    } catch {
      failed()
    } finally {
      recording.current = null
      setRunning(false)
    }
  }
  const label = mode === 'photo' ? m.camera_take_photo() : running ? m.camera_stop() : m.camera_record_video()
  return (
    <Dialog.Root
      open
      onOpenChange={(next) => {
        if (!next) onClose()
      }}
    >
      <Dialog.Portal>
        <Dialog.Popup className="camera" data-recording={running ? '' : undefined}>
          <Dialog.Title className="sr-only">{m.camera_title()}</Dialog.Title>
          <video
            ref={view}
            className="camera-view"
            data-side={side}
            muted
            playsInline
            autoPlay
            aria-hidden="true"
            onPlaying={() => setShown(stream)}
          />
          <div className="camera-bar">
            <IconButton label={m.shell_close()} variant="glass" onClick={onClose}>
              <X size={24} aria-hidden="true" />
            </IconButton>
            {running && (
              <p className="camera-recording">
                <span role="status">{m.camera_recording()}</span>
                <Clock />
              </p>
            )}
            <IconButton
              label={m.camera_turn()}
              variant="glass"
              disabled={running}
              onClick={() => setSide(side === 'user' ? 'environment' : 'user')}
            >
              <SwitchCamera size={24} aria-hidden="true" />
            </IconButton>
          </div>
          {state.step !== 'closed' && !isReady && (
            <p className="camera-text" role="status">
              <Spinner />
              {m.camera_loading()}
            </p>
          )}
          {state.step === 'closed' && (
            <NoPicture error={state.error} mode={mode} onAgain={again} onFile={captured} />
          )}
          <div className="camera-foot">
            <div className="camera-modes" role="group" aria-label={m.camera_mode()}>
              <Chip pressed={mode === 'photo'} disabled={running} onClick={() => setMode('photo')}>
                <Camera size={18} aria-hidden="true" />
                {m.camera_photo()}
              </Chip>
              <Chip pressed={mode === 'video'} disabled={running} onClick={() => setMode('video')}>
                <Video size={18} aria-hidden="true" />
                {m.camera_video()}
              </Chip>
            </div>
            <button
              type="button"
              className="camera-shutter"
              data-mode={mode}
              disabled={!isReady}
              onClick={() => void (mode === 'photo' ? takePhoto() : takeVideo())}
            >
              <span className="camera-shutter-ring" aria-hidden="true" />
              {label}
            </button>
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
