import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { LANGUAGE_CODES, LANGUAGE_PARAMETER, type LanguageCode } from '@nollie/contract/languages'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { languageFor, languageNamed } from '../languages/index.ts'
import { fileNameIn } from './file-name-in.ts'

/** The path of the page that other sites can show in a frame. */
export const FRAMED_PAGE = '/embed'

const [BASE] = LANGUAGE_CODES

/** Returns the file name of the framed page in a language. */
export function framedFile(language: LanguageCode): string {
  return fileNameIn('embed.html', language)
}

type Options = {
  /** The folder with the built client. */
  root: string
  /** The languages in this build. */
  languages: readonly LanguageCode[]
}

type Page = { html: string; tag: string }

async function readPages({ root, languages }: Options): Promise<ReadonlyMap<LanguageCode, Page>> {
  const built = languages.filter((language) => existsSync(path.join(root, framedFile(language))))
  const pages = await Promise.all(
    built.map(async (language) => {
      const html = await readFile(path.join(root, framedFile(language)), 'utf8')
      const tag = `"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`
      return [language, { html, tag }] as const
    }),
  )
  return new Map(pages)
}

// Cookies would make the page differ between a frame and a tab, so they're ignored.
function chooseLanguage({ query, headers }: FastifyRequest, ours: readonly LanguageCode[]): LanguageCode {
  const { [LANGUAGE_PARAMETER]: asked } = query as Record<string, unknown>
  return (
    languageNamed(typeof asked === 'string' ? asked : null, ours) ??
    languageFor(headers['accept-language'] ?? '', ours) ??
    BASE
  )
}

/**
 * Serves the embedded map, the only page that other sites can show in a frame. It's the same for everyone: it reads no
 * cookies, sets none, and has nothing to click that changes data.
 */
export async function serveFramedPage(app: FastifyInstance, options: Options): Promise<void> {
  const pages = await readPages(options)
  // A development server serves it from the client's source code.
  if (pages.size === 0) return
  app.get(FRAMED_PAGE, { config: { policy: 'anyone' }, schema: { hide: true } }, async (request, reply) => {
    const language = chooseLanguage(request, [...pages.keys()])
    const page = pages.get(language)
    if (!page) return reply.callNotFound()
    // Set on the raw response for all others (`server.ts`).
    reply.raw.removeHeader('x-frame-options')
    reply.headers(Object.fromEntries(app.framedPageHeaders)).headers({
      'cache-control': 'no-cache',
      'content-language': language,
      vary: 'accept-language',
      'x-robots-tag': 'noindex',
      etag: page.tag,
    })
    if (request.headers['if-none-match'] === page.tag) return reply.code(304).send()
    return reply.type('text/html; charset=utf-8').send(page.html)
  })
}
