import { defineModule, type Services, STAYS } from '../../module.ts'
import type { Cdn } from './delivery/cdn.ts'
import { mediaRoutes } from './delivery/media.routes.ts'
import { openMedia } from './open-media.ts'
import type { MediaFigures } from './media-deps.ts'
import { uploadRoutes } from './uploads/uploads.routes.ts'

export { looksTheSame } from './photos/picture-hash.queries.ts'
export { joinAltTexts, type MediaRow, mediaJson } from './media.queries.ts'
export { releaseMedia } from './unused-media.queries.ts'
export { hashOldPictures } from './photos/hash-old-pictures.service.ts'
export {
  attachMedia,
  describeMedia,
  mediaIn,
  requireAltText,
  reserveMedia,
  toMedia,
} from './media.service.ts'
export type { Cdn } from './delivery/cdn.ts'
export { type MediaModule, openMedia, type StoredFile } from './open-media.ts'
export type { MediaFigures } from './media-deps.ts'
export { isShownInPreviews, visitorMedia } from './delivery/visibility.queries.ts'
export { chooseVideoEncoder, findVideoEncoder } from './videos/convert-video.ts'

type MediaOptions = {
  /** Path to the video encoder. If null, videos are refused. */
  videoEncoder: string | null
  cdn: Cdn | null
  scanner: URL | null
  figures?: Partial<MediaFigures> | undefined
}

async function open(
  { role, ...deps }: Pick<Services, 'db' | 'log' | 'storage' | 'role'>,
  { videoEncoder, cdn, scanner, figures }: MediaOptions,
) {
  const opened = await openMedia({ ...deps, videoEncoder, cdn, scanner, ...(figures && { figures }) })
  // Workers in other processes learn of new items through the table's notifications.
  if (!role.works) opened.parts.wake = () => {}
  return opened
}

/** Photos and videos: uploads, processing, file visibility, and removal of unused files. */
export const media = defineModule({
  name: 'media',
  needs: ['db', 'log', 'storage', 'role'],
  tables: { media_turns: STAYS.withAccount },
  open,
  routes: [uploadRoutes, mediaRoutes],
  schedules: [
    {
      name: 'media work',
      wokenBy: ['media'],
      // Polls for items that another process added or put back.
      pauseSeconds: 0.5,
      run: ({ work }) => work.look(),
    },
    // Renewing claims also detects items that were deleted in the meantime.
    { name: 'media claims', everySeconds: 2, run: ({ work }) => work.renew() },
  ],
  cleanUps: [
    {
      name: 'media collector',
      everySeconds: ({ parts }) => parts.figures.sweepEvery,
      removes: {
        media: 'when nothing shows it',
        upload_parts: 'with their upload',
        'media/': 'with its row',
        'uploads/': 'after a day',
      },
      run: ({ sweep }) => sweep(),
    },
  ],
  // The first round cleans up after a server that was killed.
  start: ({ role, start }) => {
    if (role.works) start()
  },
  close: ({ close }) => close(),
})
