import { defineModule, type Services } from '../../module.ts'
import type { TranslateSettings } from './ask-translation.ts'
import { translationRoutes } from './translations.routes.ts'
import { Translations } from './translations.service.ts'

export type { TranslateSettings } from './ask-translation.ts'

function open(deps: Pick<Services, 'db' | 'log'>, { settings }: { settings: TranslateSettings | null }) {
  return {
    translations: new Translations(deps, settings),
  }
}

/** Translates text that people wrote, using the operator's service. */
export const translations = defineModule({
  name: 'translations',
  needs: ['db', 'log'],
  open,
  routes: translationRoutes,
})
