import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { LANGUAGE_CODES } from '../languages.ts'
import { Id } from '../shapes.ts'
import { issue } from '../sentences.ts'

/**
 * Content that can be translated: a spot's description, the text of a post, discussion, or comment, or the description
 * of a photo or video.
 */
export const Translatable = z.object({
  kind: z.enum(
    ['spot', 'post', 'discussion', 'comment', 'media'],
    issue`Choose a spot, post, discussion, comment, photo, or video.`,
  ),
  id: Id,
})

/** Content that can be translated. */
export type Translatable = z.output<typeof Translatable>

/** Translated text, and the original's language as a BCP 47 tag; null if the service doesn't return it. */
export const Translation = z
  .object({ text: z.string(), from: z.string().nullable() })
  .meta({ id: 'Translation' })

/** Translated text and the original's language. */
export type Translation = z.output<typeof Translation>

/** Translations of what people write, by the operator's service. */
export const translationEndpoints = {
  getTranslationService: endpoint('GET /api/translations', {
    summary: 'Check whether this server can translate what people write',
    policy: 'member',
    rate: 'read',
    answer: z.object({ is_offered: z.boolean() }),
  }),
  translate: endpoint('POST /api/translations', {
    summary:
      'Translate text that the viewer can see: a spot’s description, a post, discussion, or comment, or the description of a photo or video. Returns the translation and, if known, the original’s language. Fails with 404 if no translation service is configured.',
    policy: 'member',
    rate: 'translation',
    body: Translatable.extend({ language: z.enum(LANGUAGE_CODES, issue`Choose a supported language.`) }),
    status: 200,
    answer: Translation,
    errors: [
      ...([
        'NOT_FOUND',
        'SPOT_NOT_FOUND',
        'POST_NOT_FOUND',
        'DISCUSSION_NOT_FOUND',
        'COMMENT_NOT_FOUND',
        'MEDIA_NOT_FOUND',
      ] as const),
      'PROVIDER_DOWN',
    ],
  }),
}
