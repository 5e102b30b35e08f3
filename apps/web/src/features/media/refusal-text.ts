import { LIMITS } from '@nollie/contract/limits'
import { m } from '../../i18n/messages.ts'
import type { RefusedFile } from './upload-item.ts'

const REFUSALS: Record<RefusedFile['why'], () => string> = {
  image_too_large: m.share_too_large_image,
  video_too_large: m.share_too_large_video,
  not_media: m.share_not_media,
  too_many: () => m.share_too_many({ count: LIMITS.files_per_post }),
}

/** Why a chosen file is refused. */
export const refusalText = (why: RefusedFile['why']): string => REFUSALS[why]()
