import { GIVEN_TITLE } from '@nollie/contract/posts/given-title'
import { m } from '../../i18n/messages.ts'

/** Returns a post's display title. Generated titles are translated into the page's language. */
export function postTitle(title: string): string {
  const [, photos, videos] = GIVEN_TITLE.exec(title) ?? []
  const given = [
    photos && m.posts_added_photos({ count: photos }),
    videos && m.posts_added_videos({ count: videos }),
  ]
  return given.filter(Boolean).join(' · ') || title
}
