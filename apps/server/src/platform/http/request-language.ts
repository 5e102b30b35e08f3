import { LANGUAGE_CODES, type LanguageCode } from '@nollie/contract/languages'
import type { FastifyRequest } from 'fastify'
import { findHeaderLanguage } from '../languages/index.ts'

/** Returns the language for responses and errors, which is the language of the page that sent the request. */
export function getRequestLanguage({ headers, server }: FastifyRequest): LanguageCode {
  return findHeaderLanguage(headers, server.languages) ?? LANGUAGE_CODES[0]
}
