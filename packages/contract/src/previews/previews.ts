import { z } from 'zod'
import { endpoint } from '../endpoint.ts'

/** Page types that get a generic preview if they have no image or their author doesn't share it. */
export const PREVIEW_KINDS = ['site', 'post', 'person', 'discussion', 'list'] as const

/** Page types that have a preview if the author allows it. Lists must also be public. */
export const NAMED_PREVIEWS = ['posts', 'people', 'discussions', 'lists'] as const

const PreviewFile = z.string().regex(/^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\.jpg$/)

const TileNumber = z
  .string()
  .regex(/^\d{1,4}$/)
  .transform(Number)

/** Preview images for links, and drawings that replace heavier content. */
export const previewEndpoints = {
  stillMap: endpoint('GET /previews/maps/:theme/:file', {
    summary:
      'Get a static map around a spot, as an 800 x 480 WebP in a theme’s colors with the spot in the center',
    policy: 'anyone',
    rate: 'preview',
    params: z.object({
      theme: z.enum(['light', 'dark']),
      file: z.string().regex(/^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\.webp$/),
    }),
    status: 200,
    errors: ['SPOT_NOT_FOUND'],
  }),
  groundTile: endpoint('GET /previews/ground/:theme/:z/:x/:file', {
    summary: 'Get a static tile of the bundled map’s land and water, as a 512 x 512 WebP in a theme’s colors',
    policy: 'anyone',
    rate: 'file',
    params: z.object({
      theme: z.enum(['light', 'dark']),
      z: TileNumber,
      x: TileNumber,
      file: z.string().regex(/^\d{1,4}\.webp$/),
    }),
    status: 200,
    errors: ['NOT_FOUND'],
  }),
  spotPreview: endpoint('GET /previews/spots/:file', {
    summary: 'Get the image that chats show for a link to a spot: photo, name, and map, as a 1200 x 630 JPEG',
    policy: 'anyone',
    rate: 'preview',
    params: z.object({ file: PreviewFile }),
    status: 200,
    errors: ['SPOT_NOT_FOUND'],
  }),
  namedPreview: endpoint('GET /previews/:kind/:file', {
    summary:
      'Get the image that chats show for a link to a post, person, discussion, or list, as a 1200 x 630 JPEG. Authors must allow previews of posts, people, and discussions. Lists must be public.',
    policy: 'anyone',
    rate: 'preview',
    params: z.object({ kind: z.enum(NAMED_PREVIEWS), file: PreviewFile }),
    status: 200,
    errors: ['NOT_FOUND'],
  }),
  pagePreview: endpoint('GET /previews/:file', {
    summary: 'Get the image that chats show for a link to any other page',
    policy: 'anyone',
    rate: 'preview',
    params: z.object({ file: z.enum(PREVIEW_KINDS.map((kind) => `${kind}.jpg` as const)) }),
    status: 200,
  }),
}
