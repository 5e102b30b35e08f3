import { basename } from 'node:path'
import type { Plugin } from 'vite'
import { MARK } from './marks.ts'
import { readCatalogue, computeHash, languages } from './texts.ts'

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
      filter: { id: /\/i18n\/paraglide\/messages\/(?!_index)\w+\.js$/ },
      handler(_, id) {
        const name = basename(id, '.js')
        const texts = catalogues.map((texts) => texts.get(name))
        if (!texts.some(Boolean)) this.error(`build-language: there is no text ${name}`)
        const hasForms = texts.some((text) => typeof text === 'object')
        const call = `${MARK}(${JSON.stringify(`${name}.${computeHash(texts)}`)}${hasForms ? ', plural' : ''})`
        return {
          code: `${hasForms ? "import { plural } from '../../plural.ts'\n" : ''}export const ${name} = /* @__PURE__ */ ${call}`,
          map: null,
        }
      },
    },
  }
}
