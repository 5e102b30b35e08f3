import type { Translation } from '@nollie/contract'
import type { LanguageCode } from '@nollie/contract/languages'
import { z } from 'zod'
import { addressAt, askService, ServiceDown } from '../../platform/fetch/index.ts'

/** The operator's translation service settings. */
export type TranslateSettings = { url: URL; key: string | null }

// Models that run on a CPU take several seconds for long text.
const TIMEOUT_MS = 10_000
const MAX_BYTES = 256 * 1024

const Answer = z.object({
  translatedText: z.string(),
  detectedLanguage: z.object({ language: z.string().max(20) }).optional(),
})
const Failed = z.object({ error: z.string() })

// The service supports only one variant of Portuguese, Brazilian.
function nameThere(language: LanguageCode): string {
  return language === 'pt-BR' ? 'pt' : language
}

const LANGUAGE = /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/

/**
 * Translates text with `POST /translate`, as documented by LibreTranslate. The service detects the source language.
 * @throws ServiceDown
 */
export async function askTranslation(
  settings: TranslateSettings,
  { text, language }: { text: string; language: LanguageCode },
  { timeoutMs = TIMEOUT_MS }: { timeoutMs?: number } = {},
): Promise<Translation> {
  const { url, key } = settings
  const body = { q: text, source: 'auto', target: nameThere(language), format: 'text' }
  const { status, answer } = await askService(addressAt(url, 'translate'), {
    body: { ...body, ...(key === null ? {} : { api_key: key }) },
    timeoutMs,
    maxBytes: MAX_BYTES,
  })
  const found = status === 200 ? Answer.safeParse(answer) : null
  if (!found?.success) {
    const failed = Failed.safeParse(answer)
    throw new ServiceDown(
      `responded with ${status}${failed.success ? `: ${failed.data.error.slice(0, 200)}` : ''}`,
    )
  }
  const from = found.data.detectedLanguage?.language ?? ''
  return { text: found.data.translatedText, from: LANGUAGE.test(from) ? from : null }
}
