import type { Limits } from './limited-process.ts'
import { ProgramFailed, runLimited } from './limited-process.ts'
import { unreadableVideo } from './check-container.ts'
import type { Format } from './file-format.ts'

/** One stream of a video, as ffprobe reports it. */
export type ProbedStream = {
  index: number
  codec_type?: string
  codec_name?: string
  width?: number
  height?: number
  sample_aspect_ratio?: string
  color_transfer?: string
  disposition?: { attached_pic?: number }
  /** Number of packets found in the whole file, as text. */
  nb_read_packets?: string
}

/** The result of inspecting a video. */
export type OpenVideo = {
  file: string
  format: Format
  /** Seconds, if the file has them. */
  duration: number | null
  picture: ProbedStream
  /** Pixels of all frames together. */
  pixels: number
  sound: ProbedStream | null
}

/** The limits of one run, and the signal that ends it. */
export type Bounds = { limits: Limits; signal?: AbortSignal | undefined }
/** The filters and the output file of a conversion. */
export type Drawing = { filters: string; target: string }

/** Probes, draws, and encodes: the ffmpeg program, or its libraries. Both run within the same limits. */
export type VideoTools = {
  /** The name shown in the log at start. */
  name: string
  /** The output of `ffprobe -of json` about streams and duration, with every packet counted. */
  probe: (file: string, format: Format, bounds: Bounds) => Promise<string>
  /** Whether there is an encoder for H.264 and AAC. */
  encodes: (bounds: Bounds) => Promise<boolean>
  /** Whether high dynamic range can be converted to standard. */
  toneMaps: (bounds: Bounds) => Promise<boolean>
  /** Writes the frame at `at` seconds as PNG. */
  poster: (video: OpenVideo, drawing: Drawing & { at: number }, bounds: Bounds) => Promise<void>
  /** Writes at most `maxSeconds` as MP4. */
  encode: (video: OpenVideo, drawing: Drawing & { maxSeconds: number }, bounds: Bounds) => Promise<void>
}

const DEMUXERS: Partial<Record<Format, string>> = { mp4: 'mov', mov: 'mov', webm: 'matroska' }

// The formats that phones and browsers record. ffmpeg supports hundreds of others, which only attackers use.
/** Allowed picture decoders. */
export const VIDEO_CODECS = [
  ...['h264', 'hevc', 'vp8', 'vp9', 'av1', 'libdav1d', 'libaom-av1'],
  ...['mpeg4', 'h263', 'mjpeg', 'prores'],
]
/** Allowed sound decoders. */
export const SOUND_CODECS = [
  ...['aac', 'mp3', 'mp3float', 'opus', 'libopus', 'vorbis', 'alac', 'amrnb', 'amrwb'],
  ...['pcm_s16le', 'pcm_s16be', 'pcm_s24le', 'pcm_s24be', 'pcm_mulaw', 'pcm_alaw'],
]

/** All allowed decoders, in FFmpeg's syntax. */
export const CODECS: string = [...VIDEO_CODECS, ...SOUND_CODECS].join(',')

/** The demuxer of a format, whatever the file claims. */
export const getDemuxer = (format: Format): string => DEMUXERS[format] ?? 'mov'

// The demuxer of MP4 and MOV can follow references to other files; the options forbid it.
/** Options of a format's demuxer. */
export const demuxerOptions = (format: Format): Record<string, string> =>
  getDemuxer(format) === 'mov' ? { enable_drefs: '0', use_absolute_path: '0' } : {}

/** A recording can be rotated midway, but not grow beyond the inspected size. */
export const countMaxPixels = ({ picture: { width = 0, height = 0 } }: OpenVideo): number =>
  Math.ceil(width / 64) * 64 * Math.ceil(height / 64) * 64 * 2

/**
 * Runs a tool on a video within limits; its errors become readable messages.
 * @throws FileRefused, OutOfTime, ChildCrashed
 */
export const runTool = async (
  program: string,
  args: readonly string[],
  { limits, signal }: Bounds,
): Promise<string> => {
  try {
    return await runLimited(program, args, limits, signal)
  } catch (error) {
    if (!(error instanceof ProgramFailed)) throw error
    if (/No space left on device/i.test(error.output))
      throw Object.assign(new Error(error.output), { code: 'ENOSPC' })
    throw unreadableVideo(error.output)
  }
}
