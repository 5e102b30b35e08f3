import { basename, join } from 'node:path'
import type { Plugin } from 'vite'
import { type Catalogue, languages, readCatalogue, type Text } from './texts.ts'

const RUNTIME = join(import.meta.dirname, 'page-texts-runtime.ts')
const MESSAGE = /\/i18n\/paraglide\/messages\/(?!_index)\w+\.js$/

function toJson(text: Text): unknown {
  return typeof text === 'string' ? text : { by: text.by, arms: Object.fromEntries(text.arms) }
}

// A script element can't contain `</script>`.
function textsElement(names: readonly string[], texts: Catalogue, english: Catalogue): string {
  const entries = names.map((name) => [name, toJson(texts.get(name) ?? english.get(name) ?? '')])
  const json = JSON.stringify(Object.fromEntries(entries)).replaceAll('<', '\\u003c')
  return `<script type="application/json" id="texts">${json}</script>`
}

function htmlText(text: Text | undefined): string {
  const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
  return String(text).replace(/[&<>]/g, (mark) => escapes[mark] ?? '')
}

/**
 * Builds a page whose scripts are the same in all languages: each language's page contains its messages as JSON
 * (`page-texts-runtime.ts`).
 */
export function pageTexts(): Plugin {
  return {
    name: 'page-texts',
    apply: 'build',
    enforce: 'post',
    transform: {
      filter: { id: MESSAGE },
      handler(_, id) {
        const name = basename(id, '.js')
        const code = `import { getText } from ${JSON.stringify(RUNTIME)}\nexport const ${name} = /* @__PURE__ */ getText('${name}')`
        return { code, map: null }
      },
    },
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const names = Object.values(bundle)
          .flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []))
          .filter((id) => MESSAGE.test(id))
          .map((id) => basename(id, '.js'))
          .toSorted()
        const [base = 'en', ...others] = languages()
        const english = readCatalogue(base)
        const page = Object.values(bundle).find(({ fileName }) => fileName === 'embed.html')
        if (page?.type !== 'asset') return this.error('page-texts: there is no page')
        const html = String(page.source)
        for (const language of [base, ...others]) {
          const texts = readCatalogue(language)
          const source = html
            .replace('<html lang="en">', `<html lang="${language}">`)
            .replace(/<noscript>[^<]*/, () => `<noscript>${htmlText(texts.get('languages_noscript'))}`)
            .replace('<main', () => `${textsElement(names, texts, english)}<main`)
          if (language === base) page.source = source
          else this.emitFile({ type: 'asset', fileName: `embed.${language}.html`, source })
        }
      },
    },
  }
}
