import { basename } from 'node:path'
import type { Plugin } from 'vite'
import { MARK } from './marks.ts'
import { readCatalogue, computeHash, languages, isWritten, listCalls } from './texts.ts'

const MESSAGE = /\/i18n\/paraglide\/messages\/(?!_index)\w+\.js$/
const PLURAL = "import { plural } from '../../plural.ts'\n"
const ISOLATE = "import { isolateText } from '../../../lib/text/isolate-text.ts'\n"

/** Isolates people's text in generated messages while developing, as the build does. */
export function isolateWritten(code: string): string {
  const isolated = code.replace(/\$\{(i\?\.(\w+))\}/g, (found, value: string, name: string) =>
    isWritten(name) ? `\${isolateText(${value})}` : found,
  )
  return isolated === code ? code : ISOLATE + isolated
}

/** The messages of the development server. */
export function serveLanguage(): Plugin {
  return {
    name: 'serve-language',
    apply: 'serve',
    transform: {
      filter: { id: MESSAGE },
      handler: (code) => ({ code: isolateWritten(code), map: null }),
    },
  }
}

/**
 * Builds one bundle for all languages. A generated message normally gets the language from the runtime and selects a
 * string. Here it exports a mark with the message's name and a hash of its strings, so that file names change with the
 * strings. The bundler drops the unused runtime.
 */
export function buildLanguage(): Plugin {
  const catalogues = languages().map((language) => readCatalogue(language))
  return {
    name: 'build-language',
    apply: 'build',
    transform: {
      filter: { id: MESSAGE },
      handler(_, id) {
        const name = basename(id, '.js')
        const texts = catalogues.map((texts) => texts.get(name))
        if (!texts.some(Boolean)) this.error(`build-language: there is no text ${name}`)
        const { plural, isolate } = listCalls(texts)
        const mark = JSON.stringify(`${name}.${computeHash(texts)}`)
        const calls = isolate ? [plural ? 'plural' : '0', 'isolateText'] : plural ? ['plural'] : []
        const imports = [plural && PLURAL, isolate && ISOLATE].filter(Boolean).join('')
        return {
          code: `${imports}export const ${name} = /* @__PURE__ */ ${MARK}(${[mark, ...calls].join(', ')})`,
          map: null,
        }
      },
    },
  }
}
