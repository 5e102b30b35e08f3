import type { Limits } from './limited-process.ts'
import { ProgramFailed, runLimited } from './limited-process.ts'
import { unreadable } from './containers.ts'
import type { Format } from './sniff.ts'

/** One stream of a video as a probe has it. */
export type ProbedStream = {
  index: number
  codec_type?: string
  codec_name?: string
  width?: number
  height?: number
  sample_aspect_ratio?: string
  color_transfer?: string
  disposition?: { attached_pic?: number }
  /** Packets that were found in the whole file, as text. */
  nb_read_packets?: string
}

/** A video that was looked into. */
export type OpenVideo = {
  file: string
  format: Format
  /** Seconds, where the file says so. */
  duration: number | null
  picture: ProbedStream
  /** Of all its frames together. */
  pixels: number
  sound: ProbedStream | null
}

/** How a work on a video is limited, and what ends it. */
export type Bounds = { limits: Limits; signal?: AbortSignal | undefined }
/** What is made of a video, by which filters. */
export type Drawing = { filters: string; target: string }

/** What probes, draws and encodes: a program beside us, or the libraries that come with us. What they may do is the same. */
export type VideoTools = {
  /** For whoever reads the start. */
  name: string
  /** What `ffprobe -of json` writes about the streams and the duration, every packet counted. */
  probe: (file: string, format: Format, bounds: Bounds) => Promise<string>
  /** Whether there is an encoder for H.264 and AAC. */
  encodes: (bounds: Bounds) => Promise<boolean>
  /** Whether high dynamic range can be turned into plain. */
  toneMaps: (bounds: Bounds) => Promise<boolean>
  /** Writes the picture at so many seconds as PNG. */
  poster: (video: OpenVideo, drawing: Drawing & { at: number }, bounds: Bounds) => Promise<void>
  /** Writes at most so many seconds as MP4. */
  encode: (video: OpenVideo, drawing: Drawing & { maxSeconds: number }, bounds: Bounds) => Promise<void>
}

const DEMUXERS: Partial<Record<Format, string>> = { mp4: 'mov', mov: 'mov', webm: 'matroska' }

// Only what phones and browsers record; ffmpeg knows hundreds of others that nobody sends in good faith.
/** Decoders for pictures that may be used. */
export const VIDEO_CODECS = [
  ...['h264', 'hevc', 'vp8', 'vp9', 'av1', 'libdav1d', 'libaom-av1'],
  ...['mpeg4', 'h263', 'mjpeg', 'prores'],
]
/** Decoders for sound that may be used. */
export const SOUND_CODECS = [
  ...['aac', 'mp3', 'mp3float', 'opus', 'libopus', 'vorbis', 'alac', 'amrnb', 'amrwb'],
  ...['pcm_s16le', 'pcm_s16be', 'pcm_s24le', 'pcm_s24be', 'pcm_mulaw', 'pcm_alaw'],
]

/** All decoders that may be used, as FFmpeg wants them named. */
export const CODECS: string = [...VIDEO_CODECS, ...SOUND_CODECS].join(',')

/** As what a file is opened, whatever it says. */
export const demuxerOf = (format: Format): string => DEMUXERS[format] ?? 'mov'

// The demuxer of MP4 and MOV can be told to open the files that a video refers to: it must not.
/** Options with which its demuxer is opened. */
export const demuxerOptions = (format: Format): Record<string, string> =>
  demuxerOf(format) === 'mov' ? { enable_drefs: '0', use_absolute_path: '0' } : {}

/** A recording may be turned in the middle, but not grow beyond what was looked at. */
export const maxPixelsOf = ({ picture: { width = 0, height = 0 } }: OpenVideo): number =>
  Math.ceil(width / 64) * 64 * Math.ceil(height / 64) * 64 * 2

/**
 * Runs a tool on a video within limits, with what it says of a file in the words people read.
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
    throw unreadable(error.output)
  }
}
