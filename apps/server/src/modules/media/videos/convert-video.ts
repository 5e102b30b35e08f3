import { access, constants } from 'node:fs/promises'
import path from 'node:path'
import { LIMITS } from '@nollie/contract/limits'
import { tooLong, unreadableVideo } from '../formats/check-container.ts'
import { ffmpegAddon, findAddon } from './ffmpeg-addon.ts'
import { ffmpegProgram } from './ffmpeg-program.ts'
import { FileRefused } from '../formats/file-refused.ts'
import { type Limits, tooLarge } from '../processing/limited-process.ts'
import type { Format } from '../formats/file-format.ts'
import {
  type OpenVideo,
  type ProbedStream,
  SOUND_CODECS,
  VIDEO_CODECS,
  type VideoTools,
} from './ffmpeg-tools.ts'
import { LONG_SIDE } from './video-quality.ts'
import { say } from '../../../platform/languages/index.ts'

/** A converted video's duration in seconds and its displayed size in pixels. */
export type VideoFacts = { duration: number; width: number; height: number }

type Probe = { streams: ProbedStream[]; duration: number | null }

const MAX_PIXELS = 36 * 1024 * 1024
/**
 * Maximum number of pixels in all frames together: ten minutes at 1920 x 1080 and 60 frames/s, two and a half at 3840 x
 * 2160.
 */
const MAX_TOTAL_PIXELS = 80e9
/** Videos with more pixels than this, about a minute at 1920 x 1080 and 30 frames per second, have low priority. */
const LONG_TAIL_PIXELS = 4e9
const LONG_TAIL_NICE = 15
const MIN_PIXELS = 16
const HDR = new Set(['smpte2084', 'arib-std-b67'])

const COMMON = { memoryMiB: 3072, nice: 5 }
const PROBE_LIMITS: Limits = { ...COMMON, cpuSeconds: 20, wallSeconds: 120, memoryMiB: 2048, fileMiB: 1 }
const POSTER_LIMITS: Limits = { ...COMMON, cpuSeconds: 30, wallSeconds: 180, fileMiB: 64 }
const ENCODE_LIMITS: Limits = { ...COMMON, cpuSeconds: 1200, wallSeconds: 3600, fileMiB: 256 }

// Recorders write an audio track even when there is no audio.
function hasPackets({ nb_read_packets }: ProbedStream): boolean {
  return Number(nb_read_packets ?? 0) > 0
}

function chooseTools(encoder: string): VideoTools {
  return encoder.endsWith('.node') ? ffmpegAddon(encoder) : ffmpegProgram(encoder)
}

/** Whether the program or addon at this path can encode H.264 and AAC. */
export function canEncode(encoder: string): Promise<boolean> {
  return chooseTools(encoder)
    .encodes({ limits: PROBE_LIMITS })
    .catch(() => false)
}

/** Converts every video to one format: H.264 and AAC in an MP4, upright, without metadata. */
export class VideoEncoder {
  readonly #tools: VideoTools
  #toneMaps: Promise<boolean> | undefined

  /** @param encoder path of a program or addon, from {@link findVideoEncoder} or `findAddon` */
  constructor(encoder: string) {
    this.#tools = chooseTools(encoder)
  }

  async #probe(file: string, format: Format, signal?: AbortSignal): Promise<Probe> {
    const text = await this.#tools.probe(file, format, { limits: PROBE_LIMITS, signal })
    try {
      const { streams = [], format: whole } = JSON.parse(text) as {
        streams?: ProbedStream[]
        format?: { duration?: string }
      }
      const duration = Number(whole?.duration)
      return { streams, duration: Number.isFinite(duration) ? duration : null }
    } catch {
      throw unreadableVideo('the probe reported nothing')
    }
  }

  /**
   * Inspects a video and chooses its streams.
   * @throws FileRefused, ChildCrashed
   */
  async open(file: string, format: Format, signal?: AbortSignal): Promise<OpenVideo> {
    const { streams, duration } = await this.#probe(file, format, signal)
    if (duration !== null && duration > LIMITS.video_seconds + 1) throw tooLong()
    const picture = streams.find(
      (stream) =>
        stream.codec_type === 'video' &&
        VIDEO_CODECS.includes(stream.codec_name ?? '') &&
        !stream.disposition?.attached_pic &&
        hasPackets(stream),
    )
    if (!picture) throw new FileRefused(say`This video has no readable frames.`)
    const { width = 0, height = 0 } = picture
    if (Math.min(width, height) < MIN_PIXELS || width * height > MAX_PIXELS)
      throw new FileRefused(say`This video’s size isn’t valid.`, `${width}x${height}`)
    const pixels = width * height * Number(picture.nb_read_packets ?? 0)
    if (pixels > MAX_TOTAL_PIXELS) throw tooLarge(`${width}x${height}, ${picture.nb_read_packets} frames`)
    const sound = streams.find(
      (stream) =>
        stream.codec_type === 'audio' && SOUND_CODECS.includes(stream.codec_name ?? '') && hasPackets(stream),
    )
    return { file, format, duration, picture, pixels, sound: sound ?? null }
  }

  // Some ffmpeg builds lack the HDR filter. Colors then look pale, which is acceptable.
  #canToneMap(): Promise<boolean> {
    this.#toneMaps ??= this.#tools.toneMaps({ limits: PROBE_LIMITS }).catch(() => false)
    return this.#toneMaps
  }

  async #filters({ picture }: OpenVideo): Promise<string> {
    const toneMap = HDR.has(picture.color_transfer ?? '') && (await this.#canToneMap())
    const ratio = picture.sample_aspect_ratio
    const square = !ratio || ratio === '1:1' || ratio === 'N/A' || ratio.startsWith('0')
    const fit = `scale=w='min(${LONG_SIDE},iw)':h='min(${LONG_SIDE},ih)':force_original_aspect_ratio=decrease:force_divisible_by=2`
    return [
      ...(square ? [] : ['scale=w=iw*sar:h=ih']),
      fit,
      'setsar=1',
      // Without tone mapping, HDR looks washed out on SDR screens.
      ...(toneMap
        ? [
            'zscale=t=linear:npl=100,format=gbrpf32le',
            'zscale=p=bt709,tonemap=tonemap=hable:desat=0',
            'zscale=t=bt709:m=bt709:r=tv',
          ]
        : []),
    ].join(',')
  }

  /** Writes an early frame of the video to `target` as a PNG. */
  async poster(video: OpenVideo, target: string, signal?: AbortSignal): Promise<void> {
    const at = Math.min(1, (video.duration ?? 0) / 3)
    const filters = `${await this.#filters(video)},format=rgb24`
    await this.#tools.poster(video, { at, filters, target }, { limits: POSTER_LIMITS, signal })
  }

  /** Converts the video and writes it to `target`. Returns the result's duration and size. */
  async encode(video: OpenVideo, target: string, signal?: AbortSignal): Promise<VideoFacts> {
    const filters = `${await this.#filters(video)},format=yuv420p`
    const isLong = video.pixels > LONG_TAIL_PIXELS
    const limits = isLong ? { ...ENCODE_LIMITS, nice: LONG_TAIL_NICE } : ENCODE_LIMITS
    // Encodes slightly more than the maximum, so that a longer video is detected and rejected rather than truncated.
    const maxSeconds = LIMITS.video_seconds + 2
    await this.#tools.encode(video, { maxSeconds, filters, target }, { limits, signal })
    const { streams, duration } = await this.#probe(target, 'mp4', signal)
    const made = streams.find((stream) => stream.codec_type === 'video')
    if (!made?.width || !made.height || duration === null) throw unreadableVideo('no output was produced')
    if (duration > LIMITS.video_seconds + 1) throw tooLong()
    return { duration, width: made.width, height: made.height }
  }
}

function isProgram(file: string) {
  return access(file, constants.X_OK).then(
    () => true,
    () => false,
  )
}

/**
 * Finds an `ffmpeg` on the search path that can encode H.264 and AAC, with `ffprobe` in the same folder. Returns null
 * if there is none.
 * @param searchPath in the format of PATH
 */
export async function findVideoEncoder(searchPath: string): Promise<string | null> {
  for (const folder of searchPath.split(path.delimiter).filter((folder) => path.isAbsolute(folder))) {
    const ffmpeg = path.join(folder, 'ffmpeg')
    if (!(await isProgram(ffmpeg)) || !(await isProgram(path.join(folder, 'ffprobe')))) continue
    if (await canEncode(ffmpeg)) return ffmpeg
  }
  return null
}

/**
 * Chooses the video encoder: `ffmpeg` on the search path, or else the libraries that npm installed. Returns null if
 * there is neither.
 * @param searchPath in the format of PATH
 */
export async function chooseVideoEncoder(
  searchPath: string,
): Promise<{ encoder: string; name: string } | null> {
  const addon = findAddon()
  const program = await findVideoEncoder(searchPath)
  const encoder = program ?? (addon !== null && (await canEncode(addon)) ? addon : null)
  return encoder === null ? null : { encoder, name: chooseTools(encoder).name }
}
