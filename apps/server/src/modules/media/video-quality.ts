/** Maximum pixels of the longer side. */
export const LONG_SIDE = 1920
/** Maximum frames per second; faster videos lose some. */
export const MAX_FRAME_RATE = 60
/** How the picture is encoded (H.264), as options of libx264. */
export const H264 = { profile: 'high', preset: 'veryfast', crf: '23', maxrate: '6M', bufsize: '12M' } as const
/** Bits a second of the sound (AAC, two channels). */
export const SOUND_BITRATE = '128k'
