import { LANGUAGE_CODES } from '@nollie/contract/languages'
import type { FastifyRequest } from 'fastify'
import { findHeaderLanguage } from '../../../platform/languages/index.ts'
import type { Asker } from '../sign-up/challenges.service.ts'
import type { Origin } from '../sessions/new-device.service.ts'

/** Returns where a request comes from. */
export function getOrigin(request: FastifyRequest): Origin {
  return {
    ip: request.ip,
    userAgent: request.headers['user-agent'],
    cookies: request.headers.cookie,
    isProgram: request.headers['x-client'] !== undefined,
  }
}

/** Returns who is requesting an email, with their solution to a challenge. */
export function getAsker({
  headers,
  request,
}: {
  headers: { 'x-solution'?: string | undefined }
  request: FastifyRequest
}): Asker {
  return {
    ip: request.ip,
    cookies: request.headers.cookie,
    solution: headers['x-solution'],
    language: findHeaderLanguage(request.headers, LANGUAGE_CODES),
  }
}
