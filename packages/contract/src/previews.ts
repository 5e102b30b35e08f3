import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/** Pages without a picture of their own; what they show takes an account, so their preview names nothing of it. */
export const PREVIEW_KINDS = ['site', 'post', 'person', 'discussion'] as const

/** Pictures that a link shows in a chat. */
export const previewEndpoints = {
  spotPreview: endpoint('GET /previews/spots/:file', {
    summary: 'What the link to a spot shows in a chat: photo, name and map as a JPEG of 1200 x 630',
    policy: 'anyone',
    rate: 'preview',
    params: z.object({ file: z.string().regex(/^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\.jpg$/) }),
    status: 200,
    errors: ['SPOT_NOT_FOUND'],
  }),
  pagePreview: endpoint('GET /previews/:file', {
    summary: 'What the link to any other page shows in a chat',
    policy: 'anyone',
    rate: 'preview',
    params: z.object({ file: z.enum(PREVIEW_KINDS.map((kind) => `${kind}.jpg` as const)) }),
    status: 200,
  }),
}
