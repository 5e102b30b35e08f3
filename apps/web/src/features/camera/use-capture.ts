import { type RefObject, useEffect, useRef, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { toast } from '../../ui/index.ts'
import { photoOf, type Recording, record } from './camera-device.ts'

const showError = () =>
  toast({ kind: 'error', title: m.camera_failed_title(), description: m.camera_failed_text() })

/**
 * Takes a photo of what a video element shows, or records its stream until it is asked again. `stream` is null while
 * nothing can be recorded.
 */
export function useCapture(
  view: RefObject<HTMLVideoElement | null>,
  stream: MediaStream | null,
  onFile: (file: File) => void,
) {
  const recording = useRef<Recording | null>(null)
  const [running, setRunning] = useState(false)
  // Closing the dialog during a recording discards it.
  useEffect(() => () => recording.current?.stop(), [])
  const takePhoto = async () => {
    if (!view.current) return
    try {
      onFile(await photoOf(view.current))
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
      // The dialog may have closed meanwhile.
      if (view.current && recording.current === mine) onFile(file)
    } catch {
      showError()
    } finally {
      recording.current = null
      setRunning(false)
    }
  }
  return { running, takePhoto, takeVideo }
}
