import type { ActivityItem, Person } from '@nollie/contract'
import { m } from '../../../i18n/messages.ts'
import { postTitle } from '../../../lib/text/post-title.ts'
import { getName } from '../../../lib/text/person-name.ts'

// Says whose post it is from the reader's perspective: "your", "Kofi's", or "their own" if it's the actor's post.
function ownerText(owner: Person, by: Person, reader: string | undefined): string {
  const isOwn = owner.user_id === by.user_id
  if (owner.user_id === reader) return isOwn ? m.profiles_activity_your_own() : m.profiles_activity_your()
  return isOwn ? m.profiles_activity_their_own() : m.profiles_activity_name_s({ name: getName(owner) })
}

function whatText(
  { post, spot }: Pick<ActivityItem, 'post' | 'spot'>,
  by: Person,
  reader: string | undefined,
): string {
  if (!post) return spot?.name ?? ''
  const whose = ownerText(post.user, by, reader)
  if (post.kind === 'profile_picture') return m.profiles_activity_profile_photo({ whose })
  if (!post.media) return m.profiles_activity_post({ whose, title: postTitle(post.title) })
  const isVideo = post.media.type === 'video'
  if (!spot) return isVideo ? m.profiles_activity_video({ whose }) : m.profiles_activity_photo({ whose })
  const at = { whose, spot: spot.name }
  return isVideo ? m.profiles_activity_video_at(at) : m.profiles_activity_photo_at(at)
}

function mediaText({ count, videos }: Pick<ActivityItem, 'count' | 'videos'>): string {
  const clips = videos ?? 0
  const shots = (count ?? 1) - clips
  const photosText = m.profiles_activity_added_photos({ count: shots })
  const videosText = m.profiles_activity_added_videos({ count: clips })
  if (clips === 0) return photosText
  return shots === 0 ? videosText : m.profiles_activity_added_both({ photos: photosText, videos: videosText })
}

function addedText({ post, spot, count, videos }: ActivityItem, who: string, whose: string): string {
  if (post?.kind === 'profile_picture') return m.profiles_activity_new_photo({ who, whose })
  const media = mediaText({ count, videos })
  return spot
    ? m.profiles_activity_added_at({ who, media, spot: spot.name })
    : m.profiles_activity_added({ who, media })
}

/** Describes an activity to `reader` in a sentence: who did what on whose post. */
export function activityText(item: ActivityItem, by: Person, reader: string | undefined): string {
  const isReader = by.user_id === reader
  const who = isReader ? m.profiles_activity_you() : getName(by)
  switch (item.type) {
    case 'comment':
      return m.profiles_activity_commented({ who, what: whatText(item, by, reader) })
    case 'like':
      return m.profiles_activity_liked({ who, what: whatText(item, by, reader) })
    case 'spot_shared':
      return m.profiles_activity_shared({ who, spot: item.spot?.name ?? '' })
    case 'media_added':
      return addedText(item, who, isReader ? m.profiles_activity_your() : m.profiles_activity_their())
    case 'follow': {
      const name = item.person?.user_id === reader ? m.profiles_activity_you() : getName(item.person)
      return m.profiles_activity_followed({
        name,
        whom: isReader ? m.profiles_activity_you_object() : getName(by),
      })
    }
  }
}
