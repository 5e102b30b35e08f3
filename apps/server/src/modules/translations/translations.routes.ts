import { contract } from '@nollie/contract'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../platform/http/index.ts'
import type { Translations } from './translations.service.ts'

/** Routes for translating text that people wrote. */
export function translationRoutes(
  app: FastifyInstance,
  { translations }: { translations: Translations },
): void {
  serve(app, contract.getTranslationService, () => ({ is_offered: translations.isOffered }))
  serve(app, contract.translate, ({ body, viewer }) => translations.translate(viewer, body))
}
