import { m } from '../i18n/messages.ts'

/** The title that the server gives to photos and videos that came without one. */
const GIVEN = /^Added (?:(\d+) photo\(s\))?(?: and )?(?:(\d+) video\(s\))?$/

/** The title of a post as it is shown: one that nobody wrote is in the language of the page, whatever is stored. */
export const postTitle = (title: string): string => {
  const [, photos, videos] = GIVEN.exec(title) ?? []
  const given = [
    photos && m.posts_given_photos({ count: photos }),
    videos && m.posts_given_videos({ count: videos }),
  ]
  return given.filter(Boolean).join(' · ') || title
}
