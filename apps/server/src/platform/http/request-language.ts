import { LANGUAGE_CODES, type LanguageCode } from '@nollie/contract/languages'
import type { FastifyRequest } from 'fastify'
import { languageOfHeaders } from '../languages/index.ts'

/** The language of responses and errors, which is the requesting page's language. */
export const languageOfRequest = ({ headers, server }: FastifyRequest): LanguageCode =>
  languageOfHeaders(headers, server.languages) ?? LANGUAGE_CODES[0]
