import { LANGUAGE_CODES, type LanguageCode } from '@nollie/contract/languages'
import type { FastifyRequest } from 'fastify'
import { languageOfHeaders } from '../languages/index.ts'

/** Returns the language for responses and errors, which is the language of the page that sent the request. */
export const languageOfRequest = ({ headers, server }: FastifyRequest): LanguageCode =>
  languageOfHeaders(headers, server.languages) ?? LANGUAGE_CODES[0]
