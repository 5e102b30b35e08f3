import type { Limits } from '../processing/limited-process.ts'
import { ProgramFailed, runLimited } from '../processing/limited-process.ts'
import { unreadableVideo } from '../formats/check-container.ts'
import type { Format } from '../formats/file-format.ts'

/** One stream of a video, as reported by ffprobe. */
export type ProbedStream = {
  index: number
  codec_type?: string
  codec_name?: string
  width?: number
  height?: number
  sample_aspect_ratio?: string
  color_transfer?: string
  disposition?: { attached_pic?: number }
  /** The number of packets counted in the whole file, as a decimal string. */
  nb_read_packets?: string
}

/** The result of inspecting a video. */
export type OpenVideo = {
  file: string
  format: Format
  /** In seconds. Null if the file doesn't specify it. */
  duration: number | null
  picture: ProbedStream
  /** Total number of pixels in all frames. */
  pixels: number
  sound: ProbedStream | null
}

/** The limits for one run, and the signal that aborts it. */
export type Bounds = { limits: Limits; signal?: AbortSignal | undefined }
/** The filters and the output file for a conversion. */
export type Drawing = { filters: string; target: string }

/** Probes and encodes videos, and extracts posters. Implemented both by the ffmpeg program and by its libraries. */
export type VideoTools = {
  /** The name logged at startup. */
  name: string
  /** Returns `ffprobe -of json` output for the streams and the duration, with every packet counted. */
  probe: (file: string, format: Format, bounds: Bounds) => Promise<string>
  /** Whether H.264 and AAC can be encoded. */
  encodes: (bounds: Bounds) => Promise<boolean>
  /** Whether high dynamic range can be converted to standard. */
  toneMaps: (bounds: Bounds) => Promise<boolean>
  /** Writes the frame at `at` seconds as a PNG. */
  poster: (video: OpenVideo, drawing: Drawing & { at: number }, bounds: Bounds) => Promise<void>
  /** Writes up to `maxSeconds` as an MP4. */
  encode: (video: OpenVideo, drawing: Drawing & { maxSeconds: number }, bounds: Bounds) => Promise<void>
}

const DEMUXERS: Partial<Record<Format, string>> = { mp4: 'mov', mov: 'mov', webm: 'matroska' }

// The formats that phones and browsers record. ffmpeg supports hundreds of others, which only attackers would send.
/** Allowed video decoders. */
export const VIDEO_CODECS = [
  'h264',
  'hevc',
  'vp8',
  'vp9',
  'av1',
  'libdav1d',
  'libaom-av1',
  'mpeg4',
  'h263',
  'mjpeg',
  'prores',
]
/** Allowed audio decoders. */
export const SOUND_CODECS = [
  'aac',
  'mp3',
  'mp3float',
  'opus',
  'libopus',
  'vorbis',
  'alac',
  'amrnb',
  'amrwb',
  'pcm_s16le',
  'pcm_s16be',
  'pcm_s24le',
  'pcm_s24be',
  'pcm_s32le',
  'pcm_s32be',
  'pcm_f32le',
  'pcm_f32be',
  'pcm_u8',
  'pcm_s8',
  'pcm_mulaw',
  'pcm_alaw',
]

/** All allowed decoders, in FFmpeg's syntax. */
export const CODECS: string = [...VIDEO_CODECS, ...SOUND_CODECS].join(',')

/**
 * Codecs of tracks that are left out. ffprobe opens a decoder for every track, and fails if one isn't allowed, but it
 * decodes nothing with them.
 */
const OTHER_CODECS = [
  'ac3',
  'eac3',
  'flac',
  'mp2',
  'adpcm_ima_qt',
  'adpcm_ms',
  'png',
  'bmp',
  'mov_text',
  'webvtt',
]

/** All decoders that may be opened, but not all may be used, in FFmpeg's syntax. */
export const OPENED_CODECS: string = [CODECS, ...OTHER_CODECS].join(',')

/** Returns a format's demuxer, regardless of what the file claims to be. */
export function getDemuxer(format: Format): string {
  return DEMUXERS[format] ?? 'mov'
}

// The demuxer for MP4 and MOV can follow references to other files. These options prevent that.
/** Returns a format's demuxer options. */
export function getDemuxerOptions(format: Format): Record<string, string> {
  return getDemuxer(format) === 'mov' ? { enable_drefs: '0', use_absolute_path: '0' } : {}
}

/** Decoders add a border on each side, and old ones, such as those for H.263, count it as a part of the frame. */
const BORDER = 160

/**
 * Returns the maximum number of pixels per frame. A recording may be rotated midway, but its frames must not be larger
 * than the inspected size.
 */
export function countMaxPixels({ picture: { width = 0, height = 0 } }: OpenVideo): number {
  const allocate = (side: number) => Math.ceil(side / 64) * 64 + BORDER
  return allocate(width) * allocate(height) * 2
}

/**
 * Runs a tool on a video within limits and converts its errors to readable messages.
 * @throws FileRefused, OutOfTime, ChildCrashed
 */
export async function runTool(
  program: string,
  args: readonly string[],
  { limits, signal }: Bounds,
): Promise<string> {
  try {
    return await runLimited(program, args, limits, signal)
  } catch (error) {
    if (!(error instanceof ProgramFailed)) throw error
    if (/No space left on device/i.test(error.output))
      throw Object.assign(new Error(error.output), { code: 'ENOSPC' })
    throw unreadableVideo(error.output)
  }
}
