import { LIMITS } from '@nollie/contract/limits'

/** Whether this browser supports cameras. */
export const hasCamera = (): boolean =>
  typeof navigator !== 'undefined' && typeof navigator.mediaDevices?.getUserMedia === 'function'

/** What the camera is opened for. */
export type CameraMode = 'photo' | 'video'
/** The camera's direction. */
export type CameraSide = 'environment' | 'user'

/** Why there is no picture: denied by person or system, no camera, or another program uses it. */
export type CameraError = 'denied' | 'absent' | 'busy'

/** The reason in an error of `getUserMedia`. */
export const cameraErrorOf = (thrown: unknown): CameraError => {
  const name = thrown instanceof Error || thrown instanceof DOMException ? thrown.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied'
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'absent'
  return 'busy'
}

/**
 * Opens the camera of a side, with sound for videos. Without a microphone or its permission videos are silent.
 * @throws what `getUserMedia` throws for the picture
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
export const closeCamera = (stream: MediaStream | null): void => {
  for (const track of stream?.getTracks() ?? []) track.stop()
}

const stamp = () => new Date().toISOString().slice(0, 19).replaceAll(/[:T]/g, '-')

/** The current frame of a video element as a JPEG file. */
export async function photoOf(video: HTMLVideoElement): Promise<File> {
  const canvas = document.createElement('canvas')
  canvas.width = video.videoWidth
  canvas.height = video.videoHeight
  canvas.getContext('2d')?.drawImage(video, 0, 0)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.92))
  if (!blob) throw new Error('The picture could not be kept')
  return new File([blob], `photo-${stamp()}.jpg`, { type: 'image/jpeg' })
}

const KINDS = ['video/mp4', 'video/webm;codecs=vp9,opus', 'video/webm']
const BITS_PER_SECOND = 2_500_000
/** Leaves room for the last piece. */
const RECORDING_BYTES_MAX = LIMITS.video_bytes * 0.92

/** A running recording. */
export type Recording = { stop: () => void; file: Promise<File> }

/** Records a stream until it is stopped, or until the file is nearly as large as a video may be. */
export function record(stream: MediaStream): Recording {
  const mimeType = KINDS.find((kind) => MediaRecorder.isTypeSupported(kind))
  const recorder = new MediaRecorder(stream, {
    ...(mimeType ? { mimeType } : {}),
    videoBitsPerSecond: BITS_PER_SECOND,
  })
  const parts: Blob[] = []
  let bytes = 0
  const file = new Promise<File>((resolve, reject) => {
    recorder.addEventListener('dataavailable', ({ data }) => {
      parts.push(data)
      bytes += data.size
      if (bytes > RECORDING_BYTES_MAX && recorder.state === 'recording') recorder.stop()
    })
    recorder.addEventListener('error', () => reject(new Error('The recording broke off')))
    recorder.addEventListener('stop', () => {
      const type = (recorder.mimeType || 'video/webm').split(';')[0] ?? 'video/webm'
      resolve(new File(parts, `video-${stamp()}.${type === 'video/mp4' ? 'mp4' : 'webm'}`, { type }))
    })
  })
  recorder.start(1000)
  return {
    stop: () => {
      if (recorder.state !== 'inactive') recorder.stop()
    },
    file,
  }
}

/** `65` seconds as `1:05`. */
export const clockText = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`
