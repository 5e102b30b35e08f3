import { GIVEN_TITLE } from '@nollie/contract/posts/given-title'
import { m } from '../i18n/messages.ts'

/** The title of a post as it is shown: one that nobody wrote is in the language of the page, whatever is stored. */
export const postTitle = (title: string): string => {
  const [, photos, videos] = GIVEN_TITLE.exec(title) ?? []
  const given = [
    photos && m.posts_given_photos({ count: photos }),
    videos && m.posts_given_videos({ count: videos }),
  ]
  return given.filter(Boolean).join(' · ') || title
}
