import { LIMITS } from '@nollie/contract/limits'
import { stamp } from './camera-device.ts'

const KINDS = ['video/mp4', 'video/webm;codecs=vp9,opus', 'video/webm']
const BITS_PER_SECOND = 2_500_000
/** The size at which recording stops, which leaves room for the last chunk. */
const RECORDING_BYTES_MAX = LIMITS.video_bytes * 0.92

/** A recording in progress. */
export type Recording = { stop: () => void; file: Promise<File> }

/** Records a stream until it's stopped or nearly reaches the size limit for videos. */
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
