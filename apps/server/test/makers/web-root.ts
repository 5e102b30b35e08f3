import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LANGUAGE_CODES, type LanguageCode } from '@nollie/contract/languages'

function page(lang: string) {
  return `<!doctype html><html lang="${lang}"><head></head><body></body></html>`
}

/** Creates a folder with a minimal build of the web client in these languages, which must include English. */
export function webRootIn(languages: readonly LanguageCode[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'nollie-web-'))
  for (const lang of languages) {
    const ending = lang === LANGUAGE_CODES[0] ? '' : `.${lang}`
    writeFileSync(join(folder, `index${ending}.html`), page(lang))
    writeFileSync(join(folder, `landing${ending}.html`), page(lang).replace('<body>', '<body>landing'))
    const files = {
      visitor: { '/auth': { scripts: [`assets/${lang}/auth.js`], styles: [] } },
      member: { '/dashboard': { scripts: [`assets/${lang}/feed.js`], styles: [] } },
    }
    writeFileSync(join(folder, `first-load${ending}.json`), JSON.stringify(files))
  }
  return folder
}
