import type { ActivityItem, Person } from '@nollie/contract'
import { m } from '../../../i18n/messages.ts'
import { postTitle } from '../../../lib/text/post-title.ts'
import { getName } from '../../../lib/text/person-name.ts'

type Owner = 'yours' | 'theirs' | 'your_own' | 'their_own'

/** Says whose post it is from the reader's perspective, such as "your own" for a reader who liked their own post. */
function findOwner(owner: Person, by: Person, reader: string | undefined): Owner {
  const isOwn = owner.user_id === by.user_id
  if (owner.user_id === reader) return isOwn ? 'your_own' : 'yours'
  return isOwn ? 'their_own' : 'theirs'
}

type Names = { name: string; spot: string; title: string }
type Texts = Record<Owner, (names: Names) => string>

const PHOTO: Texts = {
  yours: m.profiles_activity_photo_yours,
  theirs: m.profiles_activity_photo_theirs,
  your_own: m.profiles_activity_photo_your_own,
  their_own: m.profiles_activity_photo_their_own,
}
const PHOTO_AT: Texts = {
  yours: m.profiles_activity_photo_at_yours,
  theirs: m.profiles_activity_photo_at_theirs,
  your_own: m.profiles_activity_photo_at_your_own,
  their_own: m.profiles_activity_photo_at_their_own,
}
const VIDEO: Texts = {
  yours: m.profiles_activity_video_yours,
  theirs: m.profiles_activity_video_theirs,
  your_own: m.profiles_activity_video_your_own,
  their_own: m.profiles_activity_video_their_own,
}
const VIDEO_AT: Texts = {
  yours: m.profiles_activity_video_at_yours,
  theirs: m.profiles_activity_video_at_theirs,
  your_own: m.profiles_activity_video_at_your_own,
  their_own: m.profiles_activity_video_at_their_own,
}
const PROFILE_PHOTO: Texts = {
  yours: m.profiles_activity_profile_photo_yours,
  theirs: m.profiles_activity_profile_photo_theirs,
  your_own: m.profiles_activity_profile_photo_your_own,
  their_own: m.profiles_activity_profile_photo_their_own,
}
const POST: Texts = {
  yours: m.profiles_activity_post_yours,
  theirs: m.profiles_activity_post_theirs,
  your_own: m.profiles_activity_post_your_own,
  their_own: m.profiles_activity_post_their_own,
}

function pickTexts({ post, spot }: Pick<ActivityItem, 'post' | 'spot'>): Texts {
  if (post?.kind === 'profile_picture') return PROFILE_PHOTO
  if (!post?.media) return POST
  if (post.media.type === 'video') return spot ? VIDEO_AT : VIDEO
  return spot ? PHOTO_AT : PHOTO
}

function whatText(item: Pick<ActivityItem, 'post' | 'spot'>, by: Person, reader: string | undefined): string {
  const { post, spot } = item
  if (!post) return spot?.name ?? ''
  const text = pickTexts(item)[findOwner(post.user, by, reader)]
  return text({ name: getName(post.user), spot: spot?.name ?? '', title: postTitle(post.title) })
}

function mediaText({ count, videos }: Pick<ActivityItem, 'count' | 'videos'>): string {
  const clips = videos ?? 0
  const shots = (count ?? 1) - clips
  const photosText = m.profiles_activity_added_photos({ count: shots })
  const videosText = m.profiles_activity_added_videos({ count: clips })
  if (clips === 0) return photosText
  return shots === 0 ? videosText : m.profiles_activity_added_both({ photos: photosText, videos: videosText })
}

function addedText({ post, spot, count, videos }: ActivityItem, who: string | null): string {
  if (post?.kind === 'profile_picture')
    return who === null ? m.profiles_activity_new_photo_you() : m.profiles_activity_new_photo({ who })
  const media = mediaText({ count, videos })
  if (!spot)
    return who === null ? m.profiles_activity_added_you({ media }) : m.profiles_activity_added({ who, media })
  const at = { media, spot: spot.name }
  return who === null ? m.profiles_activity_added_at_you(at) : m.profiles_activity_added_at({ who, ...at })
}

function followText(follower: Person | null, followed: Person, reader: string | undefined): string {
  const [name, whom] = [getName(follower), getName(followed)]
  if (followed.user_id === reader) return m.profiles_activity_followed_reader({ name })
  return follower?.user_id === reader
    ? m.profiles_activity_followed_you({ whom })
    : m.profiles_activity_followed({ name, whom })
}

/** Describes an activity to `reader` in a sentence: who did what on whose post. */
export function activityText(item: ActivityItem, by: Person, reader: string | undefined): string {
  // Null if the reader did it: then the sentence says "you".
  const who = by.user_id === reader ? null : getName(by)
  const what = whatText(item, by, reader)
  const spot = item.spot?.name ?? ''
  switch (item.type) {
    case 'comment':
      return who === null
        ? m.profiles_activity_commented_you({ what })
        : m.profiles_activity_commented({ who, what })
    case 'like':
      return who === null ? m.profiles_activity_liked_you({ what }) : m.profiles_activity_liked({ who, what })
    case 'spot_shared':
      return who === null
        ? m.profiles_activity_shared_you({ spot })
        : m.profiles_activity_shared({ who, spot })
    case 'media_added':
      return addedText(item, who)
    case 'follow':
      return followText(item.person, by, reader)
  }
}
