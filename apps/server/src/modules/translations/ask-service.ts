import type { Translation } from '@nollie/contract'
import type { LanguageCode } from '@nollie/contract/languages'
import { z } from 'zod'

/** What an operator configures of the service that translates. */
export type TranslateSettings = { url: URL; key: string | null }

/** The service did not answer, or answered what is no translation. */
export class ServiceDown extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ServiceDown'
  }
}

// Models on a processor take seconds for a long text.
const TIMEOUT_MS = 10_000
const MAX_BYTES = 256 * 1024

const Answer = z.object({
  translatedText: z.string(),
  detectedLanguage: z.object({ language: z.string().max(20) }).optional(),
})
const Failed = z.object({ error: z.string() })

// The service has one Portuguese, which is Brazil's.
const nameThere = (language: LanguageCode): string => (language === 'pt-BR' ? 'pt' : language)

const LANGUAGE = /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/

const readLimited = async (response: Response): Promise<string> => {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    size += part.length
    if (size > MAX_BYTES) throw new ServiceDown('answers too much')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const send = async (
  { url, key }: TranslateSettings,
  body: object,
  timeoutMs: number,
): Promise<{ status: number; text: string }> => {
  try {
    const response = await fetch(new URL('translate', url.href.replace(/\/*$/, '/')), {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ ...body, ...(key === null ? {} : { api_key: key }) }),
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    return { status: response.status, text: await readLimited(response) }
  } catch (error) {
    if (error instanceof ServiceDown) throw error
    throw new ServiceDown('does not answer', { cause: error })
  }
}

/**
 * Translates a text by `POST /translate` as LibreTranslate documents it; the service detects the language of the text.
 * @throws ServiceDown
 */
export const askService = async (
  settings: TranslateSettings,
  { text, language }: { text: string; language: LanguageCode },
  { timeoutMs = TIMEOUT_MS }: { timeoutMs?: number } = {},
): Promise<Translation> => {
  const body = { q: text, source: 'auto', target: nameThere(language), format: 'text' }
  const answer = await send(settings, body, timeoutMs)
  const found = answer.status === 200 ? Answer.safeParse(parsed(answer.text)) : null
  if (!found?.success) {
    const failed = Failed.safeParse(parsed(answer.text))
    throw new ServiceDown(
      `answers ${answer.status}${failed.success ? `: ${failed.data.error.slice(0, 200)}` : ''}`,
    )
  }
  const from = found.data.detectedLanguage?.language ?? ''
  return { text: found.data.translatedText, from: LANGUAGE.test(from) ? from : null }
}
