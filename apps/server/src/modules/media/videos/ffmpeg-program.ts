import { existsSync } from 'node:fs'
import path from 'node:path'
import { unreadableVideo } from '../formats/check-container.ts'
import type { Format } from '../formats/file-format.ts'
import {
  CODECS,
  getDemuxer,
  getDemuxerOptions,
  countMaxPixels,
  OPENED_CODECS,
  type OpenVideo,
  runTool,
  type VideoTools,
} from './ffmpeg-tools.ts'
import { H264, MAX_FRAME_RATE, SOUND_BITRATE } from './video-quality.ts'

function buildInputArguments(file: string, format: Format): string[] {
  return [
    '-protocol_whitelist',
    'file,pipe',
    '-codec_whitelist',
    CODECS,
    '-f',
    getDemuxer(format),
    ...Object.entries(getDemuxerOptions(format)).flatMap(([name, value]) => [`-${name}`, value]),
    '-i',
    `file:${file}`,
  ]
}

/** Lets ffprobe open the decoders of tracks that are left out. Must follow the input's own list. */
const OPEN_ALL_TRACKS = ['v', 'a', 's'].flatMap((kind) => [`-codec_whitelist:${kind}`, OPENED_CODECS])

function limitPixels(video: OpenVideo): string[] {
  return ['-max_pixels', String(countMaxPixels(video))]
}

const QUIET = ['-v', 'error', '-nostdin', '-y', '-threads', '2']
const EXACT = ['-fflags', '+bitexact', '-flags:v', '+bitexact', '-flags:a', '+bitexact']
const PICTURE = [
  '-c:v',
  'libx264',
  '-profile:v',
  H264.profile,
  '-preset',
  H264.preset,
  '-crf',
  H264.crf,
  '-fpsmax',
  String(MAX_FRAME_RATE),
]
const RATE = ['-maxrate', H264.maxrate, '-bufsize', H264.bufsize, '-threads', '2']
// ffmpeg guesses the last frame's duration. The guess is far off if durations vary widely, as in a movie made from an
// animation. A constant frame rate avoids the guess.
function evenRate({ picture }: OpenVideo): string {
  return picture.codec_name === 'mjpeg' ? `,fps='min(${MAX_FRAME_RATE},source_fps)'` : ''
}

const NOTHING_ELSE = ['-sn', '-dn', '-map_metadata', '-1', '-map_chapters', '-1']

function buildSoundArguments({ sound }: OpenVideo): string[] {
  return sound ? ['-map', `0:${sound.index}`, '-c:a', 'aac', '-b:a', SOUND_BITRATE, '-ac', '2'] : []
}

function buildPosterArguments(
  video: OpenVideo,
  { filters, target }: { filters: string; target: string },
  seek: readonly string[],
): string[] {
  return [
    ...QUIET,
    ...limitPixels(video),
    ...seek,
    ...buildInputArguments(video.file, video.format),
    '-map',
    `0:${video.picture.index}`,
    '-frames:v',
    '1',
    '-vf',
    filters,
    '-map_metadata',
    '-1',
    '-c:v',
    'png',
    '-f',
    'image2',
    '-update',
    '1',
    `file:${target}`,
  ]
}

/** Creates video tools that run the program `ffmpeg`, and `ffprobe` from the same folder. */
export function ffmpegProgram(ffmpeg: string): VideoTools {
  const ffprobe = path.join(path.dirname(ffmpeg), 'ffprobe')
  return {
    name: ffmpeg,
    // `-count_packets` reads the whole file without decoding it, because the counts in the file's header may be wrong.
    probe: (file, format, bounds) => {
      const entries =
        'stream=nb_read_packets,index,codec_type,codec_name,width,height,sample_aspect_ratio,color_transfer:stream_disposition=attached_pic:format=duration'
      const shown = ['-v', 'error', '-count_packets', '-show_entries', entries, '-of', 'json']
      return runTool(ffprobe, [...shown, ...buildInputArguments(file, format), ...OPEN_ALL_TRACKS], bounds)
    },
    encodes: async (bounds) => {
      const encoders = await runTool(ffmpeg, ['-v', 'quiet', '-encoders'], bounds)
      return / libx264 /.test(encoders) && / aac /.test(encoders)
    },
    toneMaps: async (bounds) => {
      const filters = await runTool(ffmpeg, ['-v', 'quiet', '-filters'], bounds)
      return / zscale /.test(filters) && / tonemap /.test(filters)
    },
    poster: async (video, { at, ...drawn }, bounds) => {
      const draw = (seek: readonly string[]) =>
        runTool(ffmpeg, buildPosterArguments(video, drawn, seek), bounds)
      await draw(['-ss', at.toFixed(3)])
      // ffmpeg writes no file if the last frame begins before `at`.
      if (!existsSync(drawn.target)) await draw([])
      if (!existsSync(drawn.target)) throw unreadableVideo('no photo was produced')
    },
    encode: async (video, { maxSeconds, filters, target }, bounds) => {
      const args = [
        ...QUIET,
        ...limitPixels(video),
        ...buildInputArguments(video.file, video.format),
        '-map',
        `0:${video.picture.index}`,
        '-vf',
        `${filters}${evenRate(video)}`,
        ...PICTURE,
        ...RATE,
        ...buildSoundArguments(video),
        ...NOTHING_ELSE,
        ...EXACT,
        '-t',
        String(maxSeconds),
        '-movflags',
        '+faststart',
        '-f',
        'mp4',
        `file:${target}`,
      ]
      await runTool(ffmpeg, args, bounds)
    },
  }
}
