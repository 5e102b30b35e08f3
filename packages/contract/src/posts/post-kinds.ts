import { z } from 'zod'

/**
 * How a post was created; set by the server, never derived from its texts. `spot`: sharing a spot; `media`: sharing
 * photos or videos, or adding them to a spot; `text`: text only; `cover`: a new cover of a spot; `profile_picture`: a
 * new profile photo; `on_demand` and `repair`: photos of an imported spot that had no post, for its cover and for the
 * others.
 */
export const PostKind = z.enum(['spot', 'media', 'cover', 'profile_picture', 'text', 'on_demand', 'repair'])

/** {@link PostKind} as a type. */
export type PostKind = z.output<typeof PostKind>
