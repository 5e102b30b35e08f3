import { LIMITS } from '@nollie/contract/limits'
import { m } from '../../i18n/messages.ts'
import type { FileNote } from './upload-item.ts'

const REFUSALS: Record<FileNote['why'], () => string> = {
  image_too_large: m.share_too_large_image,
  video_too_large: m.share_too_large_video,
  not_media: m.share_not_media,
  first_frame_only: m.share_first_frame_only,
  too_many: () => m.share_too_many({ count: LIMITS.files_per_post }),
}

/** Returns the text for a note about a selected file. */
export function refusalText(why: FileNote['why']): string {
  return REFUSALS[why]()
}
