import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { LANGUAGE_CODES } from '../languages.ts'
import { Id } from '../shapes.ts'
import { issue } from '../sentences.ts'

/** A text that can be translated: the description of a spot, or the text of a post, discussion, or comment. */
export const Translatable = z.object({
  kind: z.enum(['spot', 'post', 'discussion', 'comment'], issue`Choose a spot, post, discussion or comment.`),
  id: Id,
})

/** @see Translatable */
export type Translatable = z.output<typeof Translatable>

/** A translated text, and the language of the original as a BCP 47 tag; null if the service does not return it. */
export const Translation = z
  .object({ text: z.string(), from: z.string().nullable() })
  .meta({ id: 'Translation' })

/** @see Translation */
export type Translation = z.output<typeof Translation>

/** Translations of people's texts by the operator's service. */
export const translationEndpoints = {
  getTranslationService: endpoint('GET /api/translations', {
    summary: 'Whether this server translates what people wrote',
    policy: 'member',
    rate: 'read',
    answer: z.object({ is_offered: z.boolean() }),
  }),
  translate: endpoint('POST /api/translations', {
    summary:
      'What somebody wrote, in another language, for who may see it; 404 unless a service is configured',
    policy: 'member',
    rate: 'translation',
    body: Translatable.extend({ language: z.enum(LANGUAGE_CODES, issue`Choose one of our languages.`) }),
    status: 200,
    answer: Translation,
    errors: [
      ...([
        'NOT_FOUND',
        'SPOT_NOT_FOUND',
        'POST_NOT_FOUND',
        'DISCUSSION_NOT_FOUND',
        'COMMENT_NOT_FOUND',
      ] as const),
      'PROVIDER_DOWN',
    ],
  }),
}
