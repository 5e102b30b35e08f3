import type { Post } from '@nollie/contract'
import { m } from '../../i18n/messages.ts'

/** The title that the server gives to photos and videos that came without one. */
const GIVEN = /^Added (?:(\d+) photo\(s\))?(?: and (?=\d))?(?:(\d+) video\(s\))?$/

const mediaText = (photos: number, videos: number): string => {
  const photosText = m.profiles_activity_added_photos({ count: photos })
  const videosText = m.profiles_activity_added_videos({ count: videos })
  if (videos === 0) return photosText
  return photos === 0
    ? videosText
    : m.profiles_activity_added_both({ photos: photosText, videos: videosText })
}

/** The title of a post as it is shown: one that nobody wrote is in the language of the page, whatever is stored. */
export const postTitle = ({ kind, title }: Pick<Post, 'kind' | 'title'>): string => {
  const [, photos = '0', videos = '0'] = (kind === 'media' && GIVEN.exec(title)) || []
  const [shots, clips] = [Number(photos), Number(videos)]
  return shots + clips === 0 ? title : m.posts_added({ media: mediaText(shots, clips) })
}
