import type { Translatable, Translation } from '@nollie/contract'
import type { LanguageCode } from '@nollie/contract/languages'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { translationKeys } from '../../lib/keys/translations.ts'
import { LANGUAGE } from '../../lib/format.ts'

type Pair = { sourceLanguage: string; targetLanguage: string }
/** The browser's built-in translator, if it has one (https://webmachinelearning.github.io/translation-api). */
type BrowserTranslator = {
  availability: (pair: Pair) => Promise<string>
  create: (pair: Pair) => Promise<{ translate: (text: string) => Promise<string>; destroy: () => void }>
}

/** Who translates: the operator's service or the browser. */
export type TranslatedBy = 'service' | 'browser' | null

function browserTranslator(): BrowserTranslator | null {
  return 'Translator' in self ? (self.Translator as BrowserTranslator) : null
}

function buildPair(from: string): Pair {
  return {
    sourceLanguage: from,
    targetLanguage: LANGUAGE.split('-')[0] ?? LANGUAGE,
  }
}

async function canBrowser(from: string): Promise<boolean> {
  const available = await browserTranslator()
    ?.availability(buildPair(from))
    .catch(() => 'unavailable')
  return available !== undefined && available !== 'unavailable'
}

/** Returns the translator for this language; null if there is none, or if that isn't known yet. */
export function useTranslator(from: string | null): TranslatedBy {
  const service = useQuery({
    queryKey: translationKeys.service,
    queryFn: ({ signal }) => call('GET /api/translations', { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: from !== null,
  }).data?.is_offered
  const browser = useQuery({
    queryKey: translationKeys.browser(from),
    queryFn: () => canBrowser(from ?? ''),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: from !== null && service === false,
  }).data
  return service ? 'service' : browser ? 'browser' : null
}

async function inBrowser(text: string, from: string): Promise<Translation> {
  const translator = await browserTranslator()?.create(buildPair(from))
  if (!translator) throw new Error('the browser translates no more')
  try {
    return { text: await translator.translate(text), from }
  } finally {
    translator.destroy()
  }
}

/** Translates text into the page's language. Throws if that fails. */
export function translateBy(
  by: TranslatedBy,
  { of, text, from }: { of: Translatable; text: string; from: string | null },
): Promise<Translation> {
  return by === 'browser' && from
    ? inBrowser(text, from)
    : call('POST /api/translations', { body: { ...of, language: LANGUAGE as LanguageCode } })
}
