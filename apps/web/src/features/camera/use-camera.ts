import { useEffect, useState } from 'react'
import {
  type CameraError,
  type CameraMode,
  type CameraSide,
  closeCamera,
  toCameraError,
  openCamera,
} from './camera-device.ts'

/** The camera's state: loading, open, or closed with a reason. */
export type CameraState =
  | { step: 'loading' }
  | { step: 'open'; stream: MediaStream }
  | { step: 'closed'; error: CameraError }

/** Opens the camera while the component is mounted; `again` reopens it. */
export function useCamera(mode: CameraMode, side: CameraSide) {
  const [turn, setTurn] = useState(0)
  const [state, setState] = useState<CameraState>({ step: 'loading' })
  // biome-ignore lint/correctness/useExhaustiveDependencies: `turn` retries with the same camera
  useEffect(() => {
    let left = false
    let stream: MediaStream | null = null
    const put = (next: CameraState) => {
      if (!left) setState(next)
    }
    const open = async () => {
      put({ step: 'loading' })
      try {
        const opened = await openCamera(mode, side)
        // The person closed the dialog or switched cameras during the permission prompt.
        if (left) return closeCamera(opened)
        stream = opened
        for (const track of opened.getVideoTracks())
          track.addEventListener('ended', () => put({ step: 'closed', error: 'busy' }))
        put({ step: 'open', stream: opened })
      } catch (thrown) {
        put({ step: 'closed', error: toCameraError(thrown) })
      }
    }
    void open()
    return () => {
      left = true
      closeCamera(stream)
    }
  }, [mode, side, turn])
  return { state, again: () => setTurn((before) => before + 1) }
}
