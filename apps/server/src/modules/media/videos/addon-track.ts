import { constants } from 'node:os'
import type {
  Addon,
  AddonCodecContext,
  AddonFilterContext,
  AddonFilterGraph,
  AddonFrame,
  AddonPacket,
  AddonStream,
  Rational,
} from './addon-types.ts'

/** FFmpeg's end-of-stream code (AVERROR_EOF). */
export const ENDED = -541478725
const AGAIN = -constants.errno.EAGAIN

const AUDIO = 1
const UNKNOWN = -(2n ** 63n)
const BITEXACT = 1 << 23
const GLOBAL_HEADER = 1 << 22
/** Flag that makes encoders set each packet's duration from its frame, including the last one. */
const FRAME_DURATION = 1 << 8
const THREADS = 2
/** Maximum number of damaged packets per stream. A file with more is rejected. */
const MAX_DAMAGED = 5000

/** Returns a value from FFmpeg; throws if it is null or undefined. */
export function required<T>(value: T | null | undefined, detail = 'something is missing'): T {
  if (value === null || value === undefined) throw new Error(detail)
  return value
}

/** An encoder's name and its options. */
export type EncoderChoice = { name: string; options: Record<string, string> }

type TrackOptions = {
  /** Names of the allowed decoders. */
  codecs: string
  filters: string
  /** Maximum number of pixels per frame. A recording may be rotated midway, but its frames must not get larger. */
  maxPixels?: number
  encoder: EncoderChoice
  /** The file's start time, in the stream's time base. */
  start: bigint
}

function text({ num, den }: Rational): string {
  return `${num}/${den}`
}

/** One stream being converted: it decodes packets, filters the frames, and encodes them to packets again. */
export class AddonTrack {
  readonly index: number
  readonly timeBase: Rational
  /** Opened at the first frame, which determines the video size. */
  encoder: AddonCodecContext | null = null
  readonly #addon: Addon
  readonly #stream: AddonStream
  readonly #options: TrackOptions
  readonly #decoder: AddonCodecContext
  readonly #frame: AddonFrame
  readonly #filtered: AddonFrame
  readonly #packet: AddonPacket
  #graph: {
    graph: AddonFilterGraph
    source: AddonFilterContext
    sink: AddonFilterContext
    shape: string
  } | null = null
  #damaged = 0

  constructor(addon: Addon, stream: AddonStream, options: TrackOptions) {
    this.#addon = addon
    this.#stream = stream
    this.#options = options
    this.index = stream.index
    this.timeBase = stream.timeBase
    this.#frame = new addon.Frame()
    this.#filtered = new addon.Frame()
    this.#packet = new addon.Packet()
    for (const one of [this.#frame, this.#filtered, this.#packet]) one.alloc()
    this.#decoder = this.#openDecoder()
  }

  #check(code: number): void {
    if (code < 0) throw new Error(this.#addon.FFmpegError.strerror(code))
  }

  #dictionary(values: Record<string, string>) {
    const dictionary = new this.#addon.Dictionary()
    dictionary.alloc()
    for (const [name, value] of Object.entries(values)) dictionary.set(name, value, 0)
    return dictionary
  }

  #openDecoder(): AddonCodecContext {
    const { codecpar, timeBase } = this.#stream
    const codec = required(this.#addon.Codec.findDecoder(codecpar.codecId), 'no decoder')
    const decoder = new this.#addon.CodecContext()
    decoder.allocContext3(codec)
    this.#check(decoder.parametersToContext(codecpar))
    decoder.pktTimebase = timeBase
    const { codecs, maxPixels } = this.#options
    const options = this.#dictionary({
      codec_whitelist: codecs,
      threads: String(THREADS),
      ...(maxPixels === undefined ? {} : { max_pixels: String(maxPixels) }),
    })
    this.#check(decoder.open2Sync(codec, options))
    return decoder
  }

  /** Decodes a packet, or drains the decoder if null. Each frame is valid only until the next one is yielded. */
  *decode(packet: AddonPacket | null): Generator<AddonFrame> {
    const code = this.#decoder.sendPacketSync(packet)
    // Skip damaged packets, as players do.
    if (code < 0 && code !== AGAIN && code !== ENDED) {
      this.#damaged += 1
      if (this.#damaged > MAX_DAMAGED) this.#check(code)
      return
    }
    while (this.#decoder.receiveFrameSync(this.#frame) >= 0) {
      const { bestEffortTimestamp: best, pts } = this.#frame
      const at = best === UNKNOWN ? pts : best
      this.#frame.pts = at === UNKNOWN ? 0n : at - this.#options.start
      yield this.#frame
      this.#frame.unref()
    }
  }

  get #isSound(): boolean {
    return this.#stream.codecpar.codecType === AUDIO
  }

  #buildSource(frame: AddonFrame): string {
    const addon = this.#addon
    const unit = text(this.timeBase)
    if (this.#isSound) {
      const layout = addon.avChannelLayoutDescribe(frame.channelLayout) ?? 'stereo'
      const format = required(addon.avGetSampleFmtName(frame.format))
      return `abuffer@in=time_base=${unit}:sample_rate=${frame.sampleRate}:sample_fmt=${format}:channel_layout=${layout}`
    }
    const format = required(addon.avGetPixFmtName(frame.format))
    const { num, den } = frame.sampleAspectRatio
    const shape = num > 0 && den > 0 ? `${num}/${den}` : '1/1'
    const colours = `colorspace=${frame.colorSpace}:range=${frame.colorRange}`
    return `buffer@in=video_size=${frame.width}x${frame.height}:pix_fmt=${format}:time_base=${unit}:pixel_aspect=${shape}:${colours}`
  }

  #openGraph(frame: AddonFrame) {
    const graph = new this.#addon.FilterGraph()
    graph.alloc()
    graph.nbThreads = THREADS
    const source = this.#buildSource(frame)
    // The first frame sets the encoder's size. If the recording was rotated midway, scale later frames to it.
    const { encoder } = this
    const same = encoder && !this.#isSound ? `,scale=${encoder.width}:${encoder.height},setsar=1` : ''
    const sink = this.#isSound ? 'abuffersink@out' : 'buffersink@out'
    this.#check(graph.parsePtr(`${source},${this.#options.filters}${same},${sink}`, null, null))
    this.#check(graph.configSync())
    return {
      graph,
      source: required(graph.getFilter(`${this.#isSound ? 'a' : ''}buffer@in`)),
      sink: required(graph.getFilter(sink)),
      shape: source,
    }
  }

  #openEncoder(sink: AddonFilterContext): AddonCodecContext {
    const { name, options } = this.#options.encoder
    const codec = required(this.#addon.Codec.findEncoderByName(name), `no ${name}`)
    const encoder = new this.#addon.CodecContext()
    encoder.allocContext3(codec)
    encoder.timeBase = sink.buffersinkGetTimeBase()
    if (this.#isSound) {
      encoder.sampleRate = sink.buffersinkGetSampleRate()
      encoder.sampleFormat = sink.buffersinkGetFormat()
      encoder.channelLayout = sink.buffersinkGetChannelLayout()
    } else {
      encoder.width = sink.buffersinkGetWidth()
      encoder.height = sink.buffersinkGetHeight()
      encoder.pixelFormat = sink.buffersinkGetFormat()
      encoder.sampleAspectRatio = { num: 1, den: 1 }
      const rate = sink.buffersinkGetFrameRate()
      if (rate.num > 0 && rate.den > 0) encoder.framerate = rate
    }
    encoder.flags |= BITEXACT | GLOBAL_HEADER | FRAME_DURATION
    this.#check(encoder.open2Sync(codec, this.#dictionary({ threads: String(THREADS), ...options })))
    return encoder
  }

  *#encoded(frame: AddonFrame | null): Generator<AddonPacket> {
    const encoder = required(this.encoder)
    this.#check(encoder.sendFrameSync(frame))
    while (encoder.receivePacketSync(this.#packet) >= 0) {
      yield this.#packet
      this.#packet.unref()
    }
  }

  *#filteredPackets(frame: AddonFrame | null): Generator<AddonPacket> {
    const { source, sink } = required(this.#graph)
    this.#check(source.buffersrcAddFrameSync(frame, 0))
    while (sink.buffersinkGetFrameSync(this.#filtered) >= 0) {
      this.encoder ??= this.#openEncoder(sink)
      // Clear the source's frame type so that the encoder chooses its own keyframes.
      this.#filtered.pictType = 0
      yield* this.#encoded(this.#filtered)
      this.#filtered.unref()
    }
  }

  /** Filters and encodes a frame. Yields the packets that are ready. */
  *draw(frame: AddonFrame): Generator<AddonPacket> {
    if (this.#graph !== null && this.#graph.shape !== this.#buildSource(frame)) {
      yield* this.#filteredPackets(null)
      this.#graph.graph.free()
      this.#graph = null
    }
    this.#graph ??= this.#openGraph(frame)
    yield* this.#filteredPackets(frame)
  }

  /** Drains the filters and the encoder. Yields the remaining packets. */
  *flush(): Generator<AddonPacket> {
    for (const frame of this.decode(null)) yield* this.draw(frame)
    if (this.#graph !== null) yield* this.#filteredPackets(null)
    if (this.encoder !== null) yield* this.#encoded(null)
  }
}
