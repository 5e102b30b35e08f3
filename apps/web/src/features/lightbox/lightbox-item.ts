import type { Media, Person, Post } from '@nollie/contract'
import type { SpotType } from '@nollie/contract/spots/spot-types'

/** The spot that the lightbox names and links to. */
export type LightboxSpot = { id: string; name: string; spot_type?: SpotType | null }

/** A photo or video in the lightbox. A {@link GalleryItem} is one; {@link toLightboxItems} creates them from posts. */
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
  /** The title, description and mentions of its post. */
  title: string
  content: string | null
  mentions: Post['mentions']
  /** Whether it is the current cover of its spot. */
  is_cover: boolean
}

/** Identifies an item in the address, in lists and in caches. */
export type ItemName = Pick<LightboxItem, 'post_id' | 'media_index'>

/** Whether both identify the same photo or video. */
export const isSame = (a: ItemName, b: ItemName): boolean =>
  a.post_id === b.post_id && a.media_index === b.media_index

/** The media of posts in order, without duplicates (POST-14, G-30). */
export function toLightboxItems(posts: readonly Post[]): LightboxItem[] {
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
