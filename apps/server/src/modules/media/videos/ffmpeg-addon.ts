import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { AddonInput, AddonJob } from './addon-converter.ts'
import type { Format } from '../formats/file-format.ts'
import {
  type Bounds,
  CODECS,
  getDemuxer,
  getDemuxerOptions,
  countMaxPixels,
  type OpenVideo,
  runTool,
  type VideoTools,
} from './ffmpeg-tools.ts'

// A job without `addon`, because all jobs share it.
type Requested = { [T in AddonJob['task']]: Omit<Extract<AddonJob, { task: T }>, 'addon'> }[AddonJob['task']]

const CHILD = fileURLToPath(new URL('addon-child.ts', import.meta.url))
/** Address space in MiB that Node reserves at startup. */
const NODE_MIB = 1024

function toInput(file: string, format: Format): AddonInput {
  return {
    file,
    demuxer: getDemuxer(format),
    codecs: CODECS,
    options: getDemuxerOptions(format),
  }
}

function buildPictureInput(video: OpenVideo) {
  return {
    ...toInput(video.file, video.format),
    stream: video.picture.index,
    maxPixels: countMaxPixels(video),
  }
}

/** Creates video tools that run FFmpeg's libraries from this platform's npm package, in a child process. */
export function ffmpegAddon(addon: string): VideoTools {
  const run = (job: Requested, { limits, signal }: Bounds): Promise<string> => {
    const args = ['--disable-warning=ExperimentalWarning', CHILD, JSON.stringify({ ...job, addon })]
    return runTool(process.execPath, args, {
      limits: { ...limits, memoryMiB: limits.memoryMiB + NODE_MIB },
      signal,
    })
  }
  const can = async (what: 'encodes' | 'toneMaps', bounds: Bounds): Promise<boolean> =>
    (JSON.parse(await run({ task: 'check' }, bounds)) as Record<typeof what, boolean>)[what]
  return {
    name: 'the FFmpeg that npm installed',
    probe: (file, format, bounds) => run({ task: 'probe', ...toInput(file, format) }, bounds),
    encodes: (bounds) => can('encodes', bounds),
    toneMaps: (bounds) => can('toneMaps', bounds),
    poster: async (video, drawing, bounds) => {
      await run({ task: 'poster', ...buildPictureInput(video), ...drawing }, bounds)
    },
    encode: async (video, drawing, bounds) => {
      const sound = video.sound?.index ?? null
      await run({ task: 'encode', ...buildPictureInput(video), ...drawing, sound }, bounds)
    },
  }
}

/** Returns the path to the npm package's addon for this platform, or null if it isn't installed. */
export function findAddon(): string | null {
  try {
    return createRequire(import.meta.url).resolve(
      `@seydx/node-av-${process.platform}-${process.arch}/node-av.node`,
    )
  } catch {
    return null
  }
}
