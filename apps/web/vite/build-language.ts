import { basename } from 'node:path'
import type { Plugin } from 'vite'
import { MARK } from './marks.ts'
import { readCatalogue, computeHash, languages } from './texts.ts'

/**
 * Makes one bundle for all languages. A generated message exports what asks the runtime for the language and then chooses
 * among its texts; here it exports a mark with the text's name and a hash of its texts, by which the names of files change
 * with any of them. The bundler drops the runtime, which knows of addresses, cookies and headers.
 */
export const buildLanguage = (): Plugin => {
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
