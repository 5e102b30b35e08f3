import { z } from 'zod'

/**
 * How a post was created; set by the server, never derived from its text. `spot`: by sharing a spot; `media`: by
 * sharing photos or videos, or adding them to a spot; `text`: by writing text without media; `cover`: by changing a
 * spot's cover; `profile_picture`: by changing a profile photo; `on_demand` and `repair`: for photos of an imported
 * spot without a post (its cover, and the others).
 */
export const PostKind = z.enum(['spot', 'media', 'cover', 'profile_picture', 'text', 'on_demand', 'repair'])

/** How a post was created; see {@link PostKind}. */
export type PostKind = z.output<typeof PostKind>
