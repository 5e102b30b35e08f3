import type { Media, Person, Post } from '@nollie/contract'
import type { SpotType } from '@nollie/contract/spots/spot-types'

/** The spot that the lightbox names and links to. */
export type LightboxSpot = { id: string; name: string; spot_type?: SpotType | null }

/** A photo or video in the lightbox. Either a {@link GalleryItem} or created by {@link toLightboxItems}. */
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
  /** The title, description, and mentions in the item's post. */
  title: string
  content: string | null
  mentions: Post['mentions']
  /** Whether the item is its spot's current cover photo. */
  is_cover: boolean
}

/** Identifies an item in URLs, lists, and caches. */
export type ItemName = Pick<LightboxItem, 'post_id' | 'media_index'>

/** Whether two names identify the same photo or video. */
export function isSame(a: ItemName, b: ItemName): boolean {
  return a.post_id === b.post_id && a.media_index === b.media_index
}

/** Lists the photos and videos in posts in order, without duplicates (POST-14, G-30). */
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
