// Types for the part of FFmpeg's C API that we use, as exposed to Node by the packages @seydx/node-av-<platform>.

export type Rational = { num: number; den: number }

type ChannelLayout = { nbChannels: number; order: number; mask: bigint }

export type AddonDictionary = {
  alloc: () => void
  set: (key: string, value: string, flags: number) => number
}

export type AddonPacket = {
  streamIndex: number
  pts: bigint
  data: Buffer | null
  alloc: () => void
  unref: () => void
  clone: () => AddonPacket | null
  free: () => void
  rescaleTs: (from: Rational, to: Rational) => void
}

export type AddonFrame = {
  format: number
  width: number
  height: number
  nbSamples: number
  pts: bigint
  bestEffortTimestamp: bigint
  pictType: number
  sampleAspectRatio: Rational
  sampleRate: number
  channelLayout: ChannelLayout
  colorRange: number
  colorSpace: number
  alloc: () => void
  unref: () => void
}

export type AddonParameters = {
  codecType: number
  codecId: number
  width: number
  height: number
  sampleAspectRatio: Rational
  colorTrc: number
  getCodedSideData: (type: number) => Buffer | null
  fromContext: (context: AddonCodecContext) => number
}

export type AddonCodec = { name: string | null; type: number; id: number }

export type AddonCodecContext = {
  width: number
  height: number
  pixelFormat: number
  sampleFormat: number
  sampleRate: number
  channelLayout: ChannelLayout
  sampleAspectRatio: Rational
  timeBase: Rational
  pktTimebase: Rational
  framerate: Rational
  bitRate: bigint
  flags: number
  threadCount: number
  allocContext3: (codec: AddonCodec | null) => void
  open2Sync: (codec: AddonCodec | null, options: AddonDictionary | null) => number
  parametersToContext: (parameters: AddonParameters) => number
  sendPacketSync: (packet: AddonPacket | null) => number
  receiveFrameSync: (frame: AddonFrame) => number
  sendFrameSync: (frame: AddonFrame | null) => number
  receivePacketSync: (packet: AddonPacket) => number
}

export type AddonStream = {
  index: number
  codecpar: AddonParameters
  timeBase: Rational
  sampleAspectRatio: Rational
  avgFrameRate: Rational
  disposition: number
}

export type AddonFormatContext = {
  startTime: bigint
  duration: bigint
  streams: AddonStream[] | null
  flags: number
  allocContext: () => void
  allocOutputContext2: (format: null, name: string, file: string) => number
  openInputSync: (url: string, format: object | null, options: AddonDictionary) => number
  findStreamInfoSync: (options: null) => number
  readFrameSync: (packet: AddonPacket) => number
  seekFrameSync: (stream: number, at: bigint, flags: number) => number
  openOutputSync: () => number
  closeOutputSync: () => void
  newStream: (codec: null) => AddonStream
  writeHeaderSync: (options: AddonDictionary) => number
  interleavedWriteFrameSync: (packet: AddonPacket | null) => number
  writeTrailerSync: () => number
}

export type AddonFilterContext = {
  buffersrcAddFrameSync: (frame: AddonFrame | null, flags: number) => number
  buffersinkGetFrameSync: (frame: AddonFrame) => number
  buffersinkGetTimeBase: () => Rational
  buffersinkGetWidth: () => number
  buffersinkGetHeight: () => number
  buffersinkGetSampleRate: () => number
  buffersinkGetFrameRate: () => Rational
  buffersinkGetFormat: () => number
  buffersinkGetChannelLayout: () => ChannelLayout
}

export type AddonFilterGraph = {
  nbThreads: number
  alloc: () => void
  free: () => void
  parsePtr: (text: string, inputs: null, outputs: null) => number
  configSync: () => number
  getFilter: (name: string) => AddonFilterContext | null
}

export type Addon = {
  Dictionary: new () => AddonDictionary
  Packet: new () => AddonPacket
  Frame: new () => AddonFrame
  CodecContext: new () => AddonCodecContext
  FormatContext: new () => AddonFormatContext
  FilterGraph: new () => AddonFilterGraph
  InputFormat: { findInputFormat: (name: string) => object | null }
  Codec: {
    findDecoder: (id: number) => AddonCodec | null
    findEncoderByName: (name: string) => AddonCodec | null
  }
  Filter: { getByName: (name: string) => object | null }
  FFmpegError: { strerror: (code: number) => string }
  Log: { setLevel: (level: number) => void }
  avGetCodecName: (id: number) => string
  avGetPixFmtName: (format: number) => string | null
  avGetSampleFmtName: (format: number) => string | null
  avChannelLayoutDescribe: (layout: ChannelLayout) => string | null
}
