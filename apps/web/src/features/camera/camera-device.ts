/** Whether this browser can use cameras. */
export function hasCamera(): boolean {
  return typeof navigator !== 'undefined' && typeof navigator.mediaDevices?.getUserMedia === 'function'
}

/** Whether the camera takes photos or videos. */
export type CameraMode = 'photo' | 'video'
/** Which way the camera faces. */
export type CameraSide = 'environment' | 'user'

/** Why there is no camera image: permission denied, no camera, or a camera that another program is using. */
export type CameraError = 'denied' | 'absent' | 'busy'

/** Maps a `getUserMedia` error to its reason. */
export function toCameraError(thrown: unknown): CameraError {
  const name = thrown instanceof Error || thrown instanceof DOMException ? thrown.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied'
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'absent'
  return 'busy'
}

/**
 * Opens a camera, with sound for videos. Videos are silent if there's no microphone or no permission to use it.
 * @throws errors from `getUserMedia` for the image
 */
export async function openCamera(mode: CameraMode, side: CameraSide): Promise<MediaStream> {
  const video: MediaTrackConstraints = {
    facingMode: { ideal: side },
    width: { ideal: mode === 'photo' ? 2560 : 1280 },
    height: { ideal: mode === 'photo' ? 1440 : 720 },
  }
  if (mode === 'photo') return navigator.mediaDevices.getUserMedia({ video })
  try {
    return await navigator.mediaDevices.getUserMedia({ video, audio: true })
  } catch {
    return navigator.mediaDevices.getUserMedia({ video })
  }
}

/** Stops the camera, which turns off its light. */
export function closeCamera(stream: MediaStream | null): void {
  for (const track of stream?.getTracks() ?? []) track.stop()
}

/** Returns a timestamp for file names. */
export function stamp() {
  return new Date().toISOString().slice(0, 19).replaceAll(/[:T]/g, '-')
}

/** Returns a video element's current frame as a JPEG file. */
export async function captureFrame(video: HTMLVideoElement): Promise<File> {
  const canvas = document.createElement('canvas')
  canvas.width = video.videoWidth
  canvas.height = video.videoHeight
  canvas.getContext('2d')?.drawImage(video, 0, 0)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.92))
  if (!blob) throw new Error('The picture could not be kept')
  return new File([blob], `photo-${stamp()}.jpg`, { type: 'image/jpeg' })
}

/** Formats seconds: `65` becomes `1:05`. */
export function clockText(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`
}
