import { GIVEN_TITLE } from '@nollie/contract/posts/given-title'
import { say, type Sentence } from '../../platform/languages/index.ts'

/** Returns a post's title for an email. A generated title is translated to the recipient's language. */
export function titleSentence(title: string): Sentence {
  const [, photos, videos] = GIVEN_TITLE.exec(title) ?? []
  if (photos && videos) return say`Added ${Number(photos)} photo(s) and ${Number(videos)} video(s)`
  if (photos) return say`Added ${Number(photos)} photo(s)`
  return videos ? say`Added ${Number(videos)} video(s)` : say`${title}`
}
