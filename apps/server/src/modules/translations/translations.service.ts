import { createHash } from 'node:crypto'
import type { Post, Translatable, Translation, Viewer } from '@nollie/contract'
import type { LanguageCode } from '@nollie/contract/languages'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../db/open.ts'
import { Refusal } from '../../platform/http/index.ts'
import { requireCommentText } from '../comments/index.ts'
import { requireDiscussion } from '../discussions/index.ts'
import { requireAltText } from '../media/index.ts'
import { requirePostText } from '../posts/index.ts'
import { requireSpot } from '../spots/index.ts'
import { ServiceDown } from '../../platform/fetch/index.ts'
import { askTranslation, type TranslateSettings } from './ask-translation.ts'
import { RecentAnswers } from './recent-answers.ts'
import { say } from '../../platform/languages/index.ts'

/** Maximum number of cached translations. Each takes a few kB at most, so all of them take a few MB. */
const STORED_MAX = 1_000

// Reads text using the same functions as screens do, so that no one gets a translation of text they can't see.
async function findText(db: Db, viewer: Viewer, { kind, id }: Translatable): Promise<string | null> {
  if (kind === 'spot') return (await requireSpot(db, viewer.user_id, id)).description
  if (kind === 'comment') return requireCommentText(db, viewer, id)
  if (kind === 'media') return requireAltText(db, viewer.user_id, id)
  if (kind === 'discussion') return (await requireDiscussion(db, viewer, id)).content
  return (JSON.parse(await requirePostText(db, viewer.user_id, id)) as Post).content
}

function buildKey(language: string, text: string) {
  return `${language} ${createHash('sha256').update(text).digest('base64')}`
}

type Deps = { db: Db; log: Pick<FastifyBaseLogger, 'error'> }

/** Translates text that people wrote with the operator's service. This process caches recent translations. */
export class Translations {
  readonly #deps: Deps
  readonly #settings: TranslateSettings | null
  readonly #recent = new RecentAnswers<Translation>(STORED_MAX)

  constructor(deps: Deps, settings: TranslateSettings | null) {
    this.#deps = deps
    this.#settings = settings
  }

  get isOffered(): boolean {
    return this.#settings !== null
  }

  /** @throws Refusal NOT_FOUND if there is no service, PROVIDER_DOWN, and errors from reading the text */
  async translate(
    viewer: Viewer,
    { language, ...of }: Translatable & { language: LanguageCode },
  ): Promise<Translation> {
    const settings = this.#settings
    if (!settings) throw new Refusal('NOT_FOUND')
    const text = await findText(this.#deps.db, viewer, of)
    if (!text?.trim()) throw new Refusal('NOT_FOUND', { detail: say`There’s nothing to translate here.` })
    try {
      return await this.#recent.get(buildKey(language, text), () =>
        askTranslation(settings, { text, language }),
      )
    } catch (error) {
      if (!(error instanceof ServiceDown)) throw error
      this.#deps.log.error({ reason: error.message }, "the translation service isn't working")
      throw new Refusal('PROVIDER_DOWN', {
        detail: say`The translation service isn’t responding. Try again in a few minutes.`,
        cause: error,
      })
    }
  }
}
