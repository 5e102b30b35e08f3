import { type RefObject, useEffect, useRef, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { toast } from '../../ui/index.ts'
import { captureFrame } from './camera-device.ts'
import { type Recording, record } from './record-clip.ts'

function showError() {
  return toast({ kind: 'error', title: m.camera_failed_title(), description: m.camera_failed_text() })
}

/**
 * Takes a photo from a video element, or records its stream until stopped. Then passes on the file and closes the
 * camera. `stream` is null while nothing can be recorded.
 */
export function useCapture(
  view: RefObject<HTMLVideoElement | null>,
  stream: MediaStream | null,
  { onFile, onClose }: { onFile: (file: File) => void; onClose: () => void },
) {
  const recording = useRef<Recording | null>(null)
  const [running, setRunning] = useState(false)
  // Closing the dialog while recording discards the video.
  useEffect(() => () => recording.current?.stop(), [])
  const handOver = (file: File) => {
    onFile(file)
    onClose()
  }
  const takePhoto = async () => {
    if (!view.current) return
    try {
      handOver(await captureFrame(view.current))
    } catch {
      showError()
    }
  }
  const takeVideo = async () => {
    if (recording.current) return recording.current.stop()
    if (!stream) return
    try {
      recording.current = record(stream)
      setRunning(true)
      const mine = recording.current
      const file = await mine.file
      // The dialog may have closed in the meantime.
      if (view.current && recording.current === mine) handOver(file)
    } catch {
      showError()
    } finally {
      recording.current = null
      setRunning(false)
    }
  }
  return { running, takePhoto, takeVideo, handOver }
}
