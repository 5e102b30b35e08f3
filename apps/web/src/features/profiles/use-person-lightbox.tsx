import type { InfiniteData } from '@tanstack/react-query'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import type { Post, Profile } from '@nollie/contract'
import { type ReactNode, useState } from 'react'
import { peopleKeys } from '../../lib/keys/people.ts'
import { profileKeys } from '../../lib/keys/profiles.ts'
import { listItems } from '../../lib/paging.ts'
import { m } from '../../i18n/messages.ts'
import { toast } from '../../ui/index.ts'
import { useOpenItem, LightboxHost, toLightboxItems } from '../lightbox/index.ts'
import { picturesQuery, postsQuery } from './profile-requests.ts'

type Posts = InfiniteData<{ items: Post[] }> | undefined

function toShown(posts: Posts) {
  return posts && toLightboxItems(listItems(posts))
}

/** Provides the lightbox for a person's posts, or for all of their profile pictures, newest first (PROF-03). */
export function usePersonLightbox(profile: Pick<Profile, 'user_id' | 'avatar_media_id'>): {
  openPost: (post_id: string, media_index: number) => void
  openPictures: () => Promise<'opened' | 'none'>
  lightbox: ReactNode
} {
  const { user_id, avatar_media_id } = profile
  const client = useQueryClient()
  const open = useOpenItem()
  const [source, setSource] = useState<'posts' | 'pictures'>('posts')
  const posts = useInfiniteQuery({ ...postsQuery(user_id), enabled: false })
  const pictures = useInfiniteQuery({ ...picturesQuery(user_id), enabled: false })
  const shown = source === 'posts' ? posts : pictures

  const openPictures = async () => {
    try {
      const items =
        toShown(await client.fetchInfiniteQuery({ ...picturesQuery(user_id), staleTime: 0 })) ?? []
      const now = items.find(({ media }) => media.id === avatar_media_id) ?? items[0]
      if (!now) return 'none'
      setSource('pictures')
      open(now.post_id, now.media_index)
    } catch {
      toast({ kind: 'error', title: m.people_error(), description: m.profiles_photos_failed() })
    }
    return 'opened'
  }
  return {
    openPost: (post_id, media_index) => {
      setSource('posts')
      open(post_id, media_index)
    },
    openPictures,
    lightbox: (
      <LightboxHost
        items={toShown(shown.data)}
        more={shown.hasNextPage}
        onMore={() => void (shown.isFetchingNextPage || shown.fetchNextPage())}
        onRemoved={() => {
          void client.invalidateQueries({ queryKey: profileKeys.all })
          void client.invalidateQueries({ queryKey: peopleKeys.all })
        }}
      />
    ),
  }
}
