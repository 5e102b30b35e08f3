import { access, constants } from 'node:fs/promises'
import path from 'node:path'
import { LIMITS } from '@nollie/contract/limits'
import { tooLong, unreadable } from './containers.ts'
import { FileRefused } from './file-refused.ts'
import { type Limits, ProgramFailed, runLimited, tooLarge } from './limited-process.ts'
import type { Format } from './sniff.ts'

/** What a finished video is: seconds, and the pixels it plays in. */
export type VideoFacts = { duration: number; width: number; height: number }

type Stream = {
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
type Probe = { streams: Stream[]; duration: number | null }

const LONG_SIDE = 1920
const MOST_PIXELS = 36 * 1024 * 1024
/** Of all frames together: ten minutes at 1920 x 1080 and 60 a second, two and a half at 3840 x 2160. */
const MAX_TOTAL_PIXELS = 80e9
/** From here on a video stands back behind shorter ones: a minute at 1920 x 1080 and 30 a second. */
const LONG_TAIL_PIXELS = 4e9
const LONG_TAIL_NICE = 15
const FEWEST_PIXELS = 16
const DEMUXERS: Partial<Record<Format, string>> = { mp4: 'mov', mov: 'mov', webm: 'matroska' }
// Only what phones and browsers record; ffmpeg knows hundreds of others that nobody sends in good faith.
const VIDEO_CODECS = [
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
const SOUND_CODECS = ['aac', 'mp3', 'mp3float', 'opus', 'libopus', 'vorbis', 'alac', 'amrnb', 'amrwb']
const PLAIN_SOUND = ['pcm_s16le', 'pcm_s16be', 'pcm_s24le', 'pcm_s24be', 'pcm_mulaw', 'pcm_alaw']
const CODECS = [...VIDEO_CODECS, ...SOUND_CODECS, ...PLAIN_SOUND]
const HDR = new Set(['smpte2084', 'arib-std-b67'])

const COMMON = { memoryMiB: 3072, nice: 5 }
const PROBE_LIMITS: Limits = { ...COMMON, cpuSeconds: 20, wallSeconds: 120, memoryMiB: 2048, fileMiB: 1 }
const POSTER_LIMITS: Limits = { ...COMMON, cpuSeconds: 30, wallSeconds: 180, fileMiB: 64 }
const ENCODE_LIMITS: Limits = { ...COMMON, cpuSeconds: 1200, wallSeconds: 3600, fileMiB: 256 }

const run = async (
  program: string,
  args: string[],
  limits: Limits,
  signal?: AbortSignal,
): Promise<string> => {
  try {
    return await runLimited(program, args, limits, signal)
  } catch (error) {
    if (!(error instanceof ProgramFailed)) throw error
    if (/No space left on device/i.test(error.written))
      throw Object.assign(new Error(error.written), { code: 'ENOSPC' })
    throw unreadable(error.written)
  }
}

const LOCKED = ['-protocol_whitelist', 'file,pipe', '-codec_whitelist', CODECS.join(',')]
// The demuxer of MP4 and MOV can be told to open the files that a video refers to: it must not.
const NO_REFERENCES = ['-enable_drefs', '0', '-use_absolute_path', '0']
const inputOf = (file: string, format: Format): string[] => {
  const demuxer = DEMUXERS[format] ?? 'mov'
  return [...LOCKED, '-f', demuxer, ...(demuxer === 'mov' ? NO_REFERENCES : []), '-i', `file:${file}`]
}

// A recording may be turned in the middle, but not grow beyond what was looked at.
const boundOf = ({ picture: { width = 0, height = 0 } }: OpenVideo): string[] => [
  '-max_pixels',
  String(Math.ceil(width / 64) * 64 * Math.ceil(height / 64) * 64 * 2),
]

/** Makes every video the same plain one: H.264 and AAC in an MP4, upright, without a word about where it was made. */
export class VideoEncoder {
  readonly #ffmpeg: string
  readonly #ffprobe: string
  #toneMaps: Promise<boolean> | undefined

  /** @param ffmpeg path of the program, as {@link findVideoEncoder} gives it */
  constructor(ffmpeg: string) {
    this.#ffmpeg = ffmpeg
    this.#ffprobe = path.join(path.dirname(ffmpeg), 'ffprobe')
  }

  async #probe(file: string, format: Format, signal?: AbortSignal): Promise<Probe> {
    // Packets are counted in the whole file without decoding it: what its header says is only said.
    const entries =
      'stream=nb_read_packets,index,codec_type,codec_name,width,height,sample_aspect_ratio,color_transfer:stream_disposition=attached_pic:format=duration'
    const shown = ['-v', 'error', '-count_packets', '-show_entries', entries, '-of', 'json']
    const text = await run(this.#ffprobe, [...shown, ...inputOf(file, format)], PROBE_LIMITS, signal)
    try {
      const { streams = [], format: whole } = JSON.parse(text) as {
        streams?: Stream[]
        format?: { duration?: string }
      }
      const duration = Number(whole?.duration)
      return { streams, duration: Number.isFinite(duration) ? duration : null }
    } catch {
      throw unreadable('the probe said nothing')
    }
  }

  /**
   * Looks into a video: which of its streams are used, and how they are drawn.
   * @throws FileRefused, ChildCrashed
   */
  async open(file: string, format: Format, signal?: AbortSignal): Promise<OpenVideo> {
    const { streams, duration } = await this.#probe(file, format, signal)
    if (duration !== null && duration > LIMITS.video_seconds + 1) throw tooLong()
    const picture = streams.find(
      (stream) =>
        stream.codec_type === 'video' &&
        VIDEO_CODECS.includes(stream.codec_name ?? '') &&
        !stream.disposition?.attached_pic,
    )
    if (!picture) throw new FileRefused('There are no pictures in this video that can be read here.')
    const { width = 0, height = 0 } = picture
    if (Math.min(width, height) < FEWEST_PIXELS || width * height > MOST_PIXELS)
      throw new FileRefused('This video has an unlikely size.', `${width}x${height}`)
    const pixels = width * height * Number(picture.nb_read_packets ?? 0)
    if (pixels > MAX_TOTAL_PIXELS) throw tooLarge(`${width}x${height}, ${picture.nb_read_packets} frames`)
    const sound = streams.find(
      (stream) =>
        stream.codec_type === 'audio' && [...SOUND_CODECS, ...PLAIN_SOUND].includes(stream.codec_name ?? ''),
    )
    return { file, format, duration, picture, pixels, sound: sound ?? null }
  }

  // Not every build of ffmpeg has the filter that high dynamic range needs; without it colours are pale, no more.
  #canToneMap(): Promise<boolean> {
    this.#toneMaps ??= run(this.#ffmpeg, ['-v', 'quiet', '-filters'], PROBE_LIMITS).then(
      (filters) => / zscale /.test(filters) && / tonemap /.test(filters),
      () => false,
    )
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
      // High dynamic range would look washed out on every other screen.
      ...(toneMap
        ? [
            'zscale=t=linear:npl=100,format=gbrpf32le',
            'zscale=p=bt709,tonemap=tonemap=hable:desat=0',
            'zscale=t=bt709:m=bt709:r=tv',
          ]
        : []),
    ].join(',')
  }

  /** Writes one early picture of the video to `target` as PNG. */
  async poster(video: OpenVideo, target: string, signal?: AbortSignal): Promise<void> {
    const at = Math.min(1, (video.duration ?? 0) / 3)
    const args = [
      ...['-v', 'error', '-nostdin', '-y', '-threads', '2', ...boundOf(video), '-ss', at.toFixed(3)],
      ...inputOf(video.file, video.format),
      ...[
        '-map',
        `0:${video.picture.index}`,
        '-frames:v',
        '1',
        '-vf',
        `${await this.#filters(video)},format=rgb24`,
      ],
      ...['-map_metadata', '-1', '-c:v', 'png', '-f', 'image2', '-update', '1', `file:${target}`],
    ]
    await run(this.#ffmpeg, args, POSTER_LIMITS, signal)
  }

  /** Writes the video to `target`. */
  async encode(video: OpenVideo, target: string, signal?: AbortSignal): Promise<VideoFacts> {
    const exact = ['-fflags', '+bitexact', '-flags:v', '+bitexact', '-flags:a', '+bitexact']
    const picture = [
      '-c:v',
      'libx264',
      '-profile:v',
      'high',
      '-preset',
      'veryfast',
      '-crf',
      '23',
      '-fpsmax',
      '60',
    ]
    const rate = ['-maxrate', '6M', '-bufsize', '12M', '-threads', '2']
    const sound = video.sound
      ? ['-map', `0:${video.sound.index}`, '-c:a', 'aac', '-b:a', '128k', '-ac', '2']
      : []
    const args = [
      ...['-v', 'error', '-nostdin', '-y', '-threads', '2', ...boundOf(video)],
      ...inputOf(video.file, video.format),
      ...['-map', `0:${video.picture.index}`, '-vf', `${await this.#filters(video)},format=yuv420p`],
      ...[
        ...picture,
        ...rate,
        ...sound,
        '-sn',
        '-dn',
        '-map_metadata',
        '-1',
        '-map_chapters',
        '-1',
        ...exact,
      ],
      // One second more than is taken, so that a longer one shows and is refused instead of cut.
      ...['-t', String(LIMITS.video_seconds + 2), '-movflags', '+faststart', '-f', 'mp4', `file:${target}`],
    ]
    const isLong = video.pixels > LONG_TAIL_PIXELS
    const limits = isLong ? { ...ENCODE_LIMITS, nice: LONG_TAIL_NICE } : ENCODE_LIMITS
    await run(this.#ffmpeg, args, limits, signal)
    const { streams, duration } = await this.#probe(target, 'mp4', signal)
    const made = streams.find((stream) => stream.codec_type === 'video')
    if (!made?.width || !made.height || duration === null) throw unreadable('nothing came out')
    if (duration > LIMITS.video_seconds + 1) throw tooLong()
    return { duration, width: made.width, height: made.height }
  }
}

/** A video that was looked into, see {@link VideoEncoder.open}. */
export type OpenVideo = {
  file: string
  format: Format
  /** Seconds, where the file says so. */
  duration: number | null
  picture: Stream
  /** Of all its frames together. */
  pixels: number
  sound: Stream | null
}

const isProgram = (file: string) =>
  access(file, constants.X_OK).then(
    () => true,
    () => false,
  )

/**
 * Finds `ffmpeg` (with `ffprobe` beside it) on the search path; null when there is none that makes H.264 and AAC.
 * @param searchPath as in the environment's PATH
 */
export const findVideoEncoder = async (searchPath: string): Promise<string | null> => {
  for (const folder of searchPath.split(path.delimiter).filter((folder) => path.isAbsolute(folder))) {
    const ffmpeg = path.join(folder, 'ffmpeg')
    if (!(await isProgram(ffmpeg)) || !(await isProgram(path.join(folder, 'ffprobe')))) continue
    const encoders = await run(ffmpeg, ['-v', 'quiet', '-encoders'], PROBE_LIMITS).catch(() => '')
    if (/ libx264 /.test(encoders) && / aac /.test(encoders)) return ffmpeg
  }
  return null
}
