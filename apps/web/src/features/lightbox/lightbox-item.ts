import type { Media, Person, Post } from '@nollie/contract'
import type { SpotType } from '@nollie/contract/spot-types'

/** The spot an item belongs to, as the lightbox names it and leads to it. */
export type LightboxSpot = { id: string; name: string; spot_type?: SpotType | null }

/** One photo or video the lightbox can show: a {@link GalleryItem} is one as it is, posts give theirs by {@link lightboxItemsOf}. */
export type LightboxItem = {
  post_id: string
  media_index: number
  media: Media
  user: Person
  created_at: string
  likes_count: number
  comments_count: number
  liked: boolean
  spot?: LightboxSpot | null
  kind?: Post['kind']
  /** Title and description of its post, and who is meant by their `@names`. */
  title: string
  content: string | null
  mentions: Post['mentions']
  /** It is the cover of its spot now. */
  is_cover: boolean
}

/** What names an item everywhere: in the address, in lists, in caches. */
export type ItemName = Pick<LightboxItem, 'post_id' | 'media_index'>

/** Whether both name the same photo or video. */
export const isSame = (a: ItemName, b: ItemName): boolean =>
  a.post_id === b.post_id && a.media_index === b.media_index

/** The media of posts in their order, each picture once however many posts carry it (POST-14, G-30). */
export function lightboxItemsOf(posts: readonly Post[]): LightboxItem[] {
  const seen = new Set<string>()
  return posts.flatMap(({ id, user, created_at, kind, spot, media, title, content, mentions }) =>
    media.flatMap(({ media_index, media: shown, likes_count, comments_count, liked, is_cover }) => {
      if (seen.has(shown.id)) return []
      seen.add(shown.id)
      const counts = { likes_count, comments_count, liked }
      const text = { title, content, mentions }
      return [
        {
          post_id: id,
          media_index,
          media: shown,
          user,
          created_at,
          kind,
          spot,
          is_cover,
          ...text,
          ...counts,
        },
      ]
    }),
  )
}
