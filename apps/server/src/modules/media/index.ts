import { defineModule, type Services, STAYS } from '../../module.ts'
import { mediaRoutes } from './media.routes.ts'
import { openMedia } from './open-media.ts'
import type { MediaFigures } from './parts.ts'
import { uploadRoutes } from './uploads.routes.ts'

export { type MediaRow, mediaJson, releaseMedia } from './media.queries.ts'
export { attachMedia, toMedia } from './media.service.ts'
export { type MediaModule, openMedia, type StoredFile } from './open-media.ts'
export type { MediaFigures } from './parts.ts'
export { itemShownTo } from './shown.queries.ts'
export { chooseVideoEncoder, findVideoEncoder } from './video-encoder.ts'

type MediaOptions = {
  /** Path of the video encoder; null refuses videos. */
  videoEncoder: string | null
  figures?: Partial<MediaFigures> | undefined
}

const open = (deps: Pick<Services, 'db' | 'log' | 'dataDir'>, { videoEncoder, figures }: MediaOptions) =>
  openMedia({ ...deps, videoEncoder, ...(figures && { figures }) })

/** Photos and videos: uploads, what is made of them, who may see the files, and the end of those that nothing shows. */
export const media = defineModule({
  name: 'media',
  needs: ['db', 'log', 'dataDir'],
  tables: { media_turns: STAYS.withAccount },
  open,
  routes: [uploadRoutes, mediaRoutes],
  schedules: [
    {
      name: 'media work',
      wokenBy: ['media'],
      // What came in through another process, or was put back.
      pauseSeconds: 0.5,
      run: ({ work }) => work.look(),
    },
    // What was deleted is noticed with these signs of life.
    { name: 'media claims', everySeconds: 2, run: ({ work }) => work.renew() },
  ],
  cleanUps: [
    {
      name: 'media collector',
      everySeconds: ({ parts }) => parts.figures.sweepEvery,
      removes: {
        media: 'when nothing shows it',
        'media/': 'with its row',
        'uploads/': 'after a day',
        'work/': 'after two hours',
      },
      run: ({ sweep }) => sweep(),
    },
  ],
  // The first round ends what a killed server left half done.
  start: ({ start }) => start(),
  close: ({ close }) => close(),
})
