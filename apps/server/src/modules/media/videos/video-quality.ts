/** Maximum length of the longer side, in pixels. */
export const LONG_SIDE = 1920
/** Maximum frames per second. Videos with a higher frame rate lose some frames. */
export const MAX_FRAME_RATE = 60
/** Video encoding options (H.264), as named by libx264. */
export const H264 = { profile: 'high', preset: 'veryfast', crf: '23', maxrate: '6M', bufsize: '12M' } as const
/** Audio bit rate (AAC, two channels). */
export const SOUND_BITRATE = '128k'
