import { z } from 'zod'

/**
 * What made a post; set by the server, never read from its texts. Sharing a spot: `spot`; sharing photos or videos, or adding
 * them to a spot: `media`; a text alone: `text`; a new cover of a spot: `cover`; a new profile picture: `profile_picture`; photos of
 * an imported spot that were in no post: `on_demand` for its cover, else `repair`.
 */
export const PostKind = z.enum(['spot', 'media', 'cover', 'profile_picture', 'text', 'on_demand', 'repair'])

/** {@link PostKind} as a type. */
export type PostKind = z.output<typeof PostKind>
