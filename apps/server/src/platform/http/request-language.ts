import { LANGUAGE_CODES, type LanguageCode } from '@nollie/contract/languages'
import type { FastifyRequest } from 'fastify'
import { languageOfHeaders } from '../languages/index.ts'

/** The language in which a request is answered and refused: that of its page. */
export const languageOfRequest = ({ headers, server }: FastifyRequest): LanguageCode =>
  languageOfHeaders(headers, server.languages) ?? LANGUAGE_CODES[0]
