/** The title of a post whose author wrote none, made from the types of its media. */
export const giveTitle = (media: readonly { type: 'image' | 'video' }[]): string => {
  const videos = media.filter(({ type }) => type === 'video').length
  const photos = media.length - videos
  const parts = [photos && `${photos} photo(s)`, videos && `${videos} video(s)`]
  return `Added ${parts.filter(Boolean).join(' and ')}`
}

/** A title that {@link giveTitle} made, whose parts are the numbers of photos and videos: it is shown in the reader's language. */
export const GIVEN_TITLE = /^Added (?:(\d+) photo\(s\))?(?: and )?(?:(\d+) video\(s\))?$/
