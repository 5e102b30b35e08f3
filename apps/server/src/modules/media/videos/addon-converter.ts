import { writeFileSync } from 'node:fs'
import { AddonTrack, ENDED, type EncoderChoice, required } from './addon-track.ts'
import type { Addon, AddonFormatContext, AddonPacket, AddonStream, Rational } from './addon-types.ts'
import { H264, MAX_FRAME_RATE, SOUND_BITRATE } from './video-quality.ts'

/** How to open an untrusted file: the allowed demuxer and decoders. */
export type AddonInput = { file: string; demuxer: string; codecs: string; options: Record<string, string> }

type PictureJob = AddonInput & {
  stream: number
  filters: string
  maxPixels: number
  target: string
}

/** The task for one child process. */
export type AddonJob = { addon: string } & (
  | { task: 'check' }
  | ({ task: 'probe' } & AddonInput)
  | ({ task: 'poster'; at: number } & PictureJob)
  | ({ task: 'encode'; sound: number | null; maxSeconds: number } & PictureJob)
)

type Task<T extends AddonJob['task']> = Extract<AddonJob, { task: T }>

const VIDEO = 0
const AUDIO = 1
const MICROSECONDS: Rational = { num: 1, den: 1_000_000 }
const UNKNOWN = -(2n ** 63n)
const BACKWARD = 1
const ATTACHED_PICTURE = 1 << 10
const DISPLAY_MATRIX = 5
const BITEXACT_FORMAT = 0x400
/** ffprobe's names for the HDR transfer functions. */
const TRANSFERS: Readonly<Record<number, string>> = { 16: 'smpte2084', 18: 'arib-std-b67' }
/** Maximum number of packets queued before every track is open. Beyond that, tracks without packets are left out. */
const MAX_WAITING = 3000
/** Uses one thread, because with more, the encoder returns an image only when it gets the next one. */
const ONE_PICTURE: EncoderChoice = { name: 'png', options: { threads: '1' } }

function inUnits(value: bigint, from: Rational, to: Rational): bigint {
  return (value * BigInt(from.num) * BigInt(to.den)) / (BigInt(from.den) * BigInt(to.num))
}

function seconds(value: bigint, unit: Rational): number {
  return (Number(value) * unit.num) / unit.den
}

/** Returns filters that apply the display matrix's rotation and flip. The ffmpeg program adds them automatically. */
export function uprightFilters(matrix: Buffer | null): string[] {
  if (matrix === null || matrix.length < 36) return []
  const at = (index: number) => matrix.readInt32LE(index * 4) / 65536
  const scale = (one: number, other: number) => Math.hypot(at(one), at(other)) || 1
  const turned = (Math.atan2(at(1) / scale(1, 4), at(0) / scale(0, 3)) * 180) / Math.PI
  const angle = Math.round(((turned % 360) + 360) % 360) % 360
  if (Math.abs(angle - 90) < 1) return [at(3) > 0 ? 'transpose=cclock_flip' : 'transpose=clock']
  if (Math.abs(angle - 180) < 1) return [...(at(0) < 0 ? ['hflip'] : []), ...(at(4) < 0 ? ['vflip'] : [])]
  if (Math.abs(angle - 270) < 1) return [at(3) < 0 ? 'transpose=clock_flip' : 'transpose=cclock']
  return at(4) < 0 ? ['vflip'] : []
}

/** Probes videos, extracts frames, and encodes with FFmpeg's libraries, in the same way as the ffmpeg program. */
export class Converter {
  readonly #addon: Addon

  constructor(addon: Addon) {
    this.#addon = addon
  }

  /** Whether this build encodes H.264 and AAC, and maps HDR to SDR. */
  abilities(): { encodes: boolean; toneMaps: boolean } {
    const { Codec, Filter } = this.#addon
    return {
      encodes: ['libx264', 'aac', 'png'].every((name) => Codec.findEncoderByName(name) !== null),
      toneMaps: ['zscale', 'tonemap'].every((name) => Filter.getByName(name) !== null),
    }
  }

  #check(code: number): number {
    if (code < 0) throw new Error(this.#addon.FFmpegError.strerror(code))
    return code
  }

  #open({ file, demuxer, codecs, options }: AddonInput): AddonFormatContext {
    const { Dictionary, FormatContext, InputFormat } = this.#addon
    const given = new Dictionary()
    given.alloc()
    const locked = { protocol_whitelist: 'file', codec_whitelist: codecs, ...options }
    for (const [name, value] of Object.entries(locked)) given.set(name, value, 0)
    const input = new FormatContext()
    input.allocContext()
    this.#check(input.openInputSync(`file:${file}`, required(InputFormat.findInputFormat(demuxer)), given))
    this.#check(input.findStreamInfoSync(null))
    return input
  }

  *#packets(input: AddonFormatContext): Generator<AddonPacket> {
    const packet = new this.#addon.Packet()
    packet.alloc()
    for (;;) {
      const code = input.readFrameSync(packet)
      // A truncated recording ends with an error. The packets before the error are still used.
      if (code < 0) return
      yield packet
      packet.unref()
    }
  }

  /** Returns the equivalent of `ffprobe -count_packets -of json`. */
  probe(job: AddonInput): object {
    const input = this.#open(job)
    const counts = new Map<number, number>()
    for (const { streamIndex } of this.#packets(input))
      counts.set(streamIndex, (counts.get(streamIndex) ?? 0) + 1)
    const streams = (input.streams ?? []).map(({ index, codecpar, disposition, sampleAspectRatio }) => {
      // As in ffprobe, the container's ratio takes precedence over the codec's.
      const shape = sampleAspectRatio.num > 0 ? sampleAspectRatio : codecpar.sampleAspectRatio
      return {
        index,
        codec_type: codecpar.codecType === VIDEO ? 'video' : codecpar.codecType === AUDIO ? 'audio' : 'data',
        codec_name: this.#addon.avGetCodecName(codecpar.codecId),
        width: codecpar.width,
        height: codecpar.height,
        sample_aspect_ratio: `${shape.num}:${shape.den}`,
        color_transfer: TRANSFERS[codecpar.colorTrc],
        disposition: { attached_pic: disposition & ATTACHED_PICTURE ? 1 : 0 },
        nb_read_packets: String(counts.get(index) ?? 0),
      }
    })
    const { duration } = input
    return { streams, format: duration > 0n ? { duration: String(seconds(duration, MICROSECONDS)) } : {} }
  }

  #createTrack(
    input: AddonFormatContext,
    index: number,
    more: { codecs: string; filters: string; maxPixels?: number; encoder: EncoderChoice },
  ): AddonTrack {
    const stream = required(input.streams?.find((one) => one.index === index))
    const start = input.startTime === UNKNOWN ? 0n : inUnits(input.startTime, MICROSECONDS, stream.timeBase)
    return new AddonTrack(this.#addon, stream, { start, ...more })
  }

  #pictureFilters(input: AddonFormatContext, { stream, filters }: PictureJob, maxRate: number): string {
    const { codecpar, avgFrameRate } = required(input.streams?.find(({ index }) => index === stream))
    const isFaster = avgFrameRate.den > 0 && avgFrameRate.num / avgFrameRate.den > maxRate
    const rate = isFaster ? [`fps=${maxRate}`] : []
    return [...uprightFilters(codecpar.getCodedSideData(DISPLAY_MATRIX)), filters, ...rate].join(',')
  }

  /** Writes the first frame at or after `at` seconds as a PNG. If the video is shorter, writes its last frame. */
  poster(job: Task<'poster'>): void {
    const input = this.#open(job)
    const filters = this.#pictureFilters(input, job, Number.POSITIVE_INFINITY)
    const track = this.#createTrack(input, job.stream, { ...job, filters, encoder: ONE_PICTURE })
    const start = input.startTime === UNKNOWN ? 0n : input.startTime
    input.seekFrameSync(-1, start + BigInt(Math.round(job.at * 1e6)), BACKWARD)
    let picture = null as Buffer | null
    const take = (packet: AddonPacket | null): boolean => {
      for (const frame of track.decode(packet)) {
        const isThere = seconds(frame.pts, track.timeBase) >= job.at
        if (isThere || picture === null)
          for (const encoded of track.draw(frame)) picture = encoded.data && Buffer.from(encoded.data)
        if (isThere && picture !== null) return true
      }
      return false
    }
    let isDone = false
    for (const packet of this.#packets(input)) {
      if (packet.streamIndex === job.stream && take(packet)) {
        isDone = true
        break
      }
    }
    if (!isDone) take(null)
    writeFileSync(job.target, required(picture, 'no photo was produced'))
  }

  /** Writes the video as an MP4 with H.264 and AAC. Strips metadata, which could include the recording location. */
  encode(job: Task<'encode'>): void {
    const input = this.#open(job)
    const { sound, codecs, maxSeconds } = job
    const picture = this.#createTrack(input, job.stream, {
      ...job,
      filters: this.#pictureFilters(input, job, MAX_FRAME_RATE),
      encoder: { name: 'libx264', options: H264 },
    })
    const rates = '48000|44100|32000|24000|22050|16000|12000|11025|8000'
    const tones =
      sound === null
        ? []
        : [
            this.#createTrack(input, sound, {
              codecs,
              filters: `aformat=sample_fmts=fltp:sample_rates=${rates}:channel_layouts=stereo,asetnsamples=n=1024:p=0`,
              encoder: { name: 'aac', options: { b: SOUND_BITRATE } },
            }),
          ]
    const output = new Output(this.#addon, job.target, [picture, ...tones])
    for (const packet of this.#packets(input)) {
      const track = [picture, ...tones].find(({ index }) => index === packet.streamIndex)
      if (!track) continue
      let isOver = false
      for (const frame of track.decode(packet)) {
        isOver ||= seconds(frame.pts, track.timeBase) > maxSeconds
        if (!isOver) for (const encoded of track.draw(frame)) output.write(track, encoded)
      }
      if (isOver && track === picture) break
    }
    for (const track of [picture, ...tones]) for (const encoded of track.flush()) output.write(track, encoded)
    output.end()
  }
}

// Muxes all tracks' packets into one file. Writing the header requires every encoder to be open, which happens at its
// first frame, so packets are queued until then.
class Output {
  readonly #addon: Addon
  readonly #context: AddonFormatContext
  #tracks: AddonTrack[]
  #waiting: { track: AddonTrack; packet: AddonPacket }[] | null = []
  readonly #streams = new Map<AddonTrack, AddonStream>()

  constructor(addon: Addon, target: string, tracks: AddonTrack[]) {
    this.#addon = addon
    this.#tracks = tracks
    this.#context = new addon.FormatContext()
    this.#check(this.#context.allocOutputContext2(null, 'mp4', `file:${target}`))
  }

  #check(code: number): void {
    if (code < 0) throw new Error(this.#addon.FFmpegError.strerror(code))
  }

  #begin(): void {
    this.#tracks = this.#tracks.filter((track) => track.encoder !== null)
    if (this.#tracks.length === 0) throw new Error('nothing could be decoded')
    for (const track of this.#tracks) {
      const stream = this.#context.newStream(null)
      const encoder = required(track.encoder)
      this.#check(stream.codecpar.fromContext(encoder))
      stream.timeBase = encoder.timeBase
      this.#streams.set(track, stream)
    }
    const options = new this.#addon.Dictionary()
    options.alloc()
    options.set('movflags', '+faststart', 0)
    this.#context.flags |= BITEXACT_FORMAT
    this.#check(this.#context.openOutputSync())
    this.#check(this.#context.writeHeaderSync(options))
    const waiting = this.#waiting ?? []
    this.#waiting = null
    for (const { track, packet } of waiting) {
      this.write(track, packet)
      packet.free()
    }
  }

  write(track: AddonTrack, packet: AddonPacket): void {
    if (this.#waiting !== null) {
      this.#waiting.push({ track, packet: required(packet.clone()) })
      const isOpen = this.#tracks.every(({ encoder }) => encoder !== null)
      if (isOpen || this.#waiting.length > MAX_WAITING) this.#begin()
      return
    }
    const stream = this.#streams.get(track)
    if (!stream) return
    packet.streamIndex = stream.index
    packet.rescaleTs(required(track.encoder).timeBase, stream.timeBase)
    const code = this.#context.interleavedWriteFrameSync(packet)
    if (code !== ENDED) this.#check(code)
  }

  end(): void {
    if (this.#waiting !== null) this.#begin()
    this.#check(this.#context.writeTrailerSync())
    this.#context.closeOutputSync()
  }
}
