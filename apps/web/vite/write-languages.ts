import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { hasMarks, MARK, withTexts } from './marks.ts'
import { type Catalogue, readCatalogue, type Inputs, languages, say } from './texts.ts'

// Writes the built client in each language. `npm run build` runs it after building the client and the landing page's
// renderer. Files with messages are copied into a folder for each language; all other files are shared.
const dist = join(import.meta.dirname, '../dist')
const assets = join(dist, 'assets')
const program = process.argv[2] ?? ''
/** The folder that stores the bundled files with messages, unchanged. */
const BUNDLE = join(import.meta.dirname, '../../../.cache/web-bundle')

const [base = 'en'] = languages()
const english = readCatalogue(base)
/** Matches references between files: in imports, and in preload lists. */
const NAMES = /(?<=["'`])(?<at>\.\/|assets\/)(?<file>[\w-]+\.js)(?=["'`])/g

function findText(texts: Catalogue, name: string) {
  const text = texts.get(name) ?? english.get(name)
  if (text === undefined) throw new Error(`there is no text ${name}`)
  return text
}

const names = (await readdir(assets)).filter((file) => file.endsWith('.js'))
const codes = new Map(
  await Promise.all(names.map(async (name) => [name, await readFile(join(assets, name), 'utf8')] as const)),
)

/** Files with messages, and all files that refer to them. */
const worded = new Set([...codes].filter(([, code]) => hasMarks(code)).map(([name]) => name))
for (let size = 0; size !== worded.size; ) {
  size = worded.size
  for (const [name, code] of codes)
    if (!worded.has(name) && [...code.matchAll(NAMES)].some(({ groups }) => worded.has(groups?.file ?? '')))
      worded.add(name)
}

// End-to-end tests use the bundle to test screens in made-up languages.
await rm(BUNDLE, { recursive: true, force: true })
await mkdir(BUNDLE, { recursive: true })
await Promise.all([...worded].map((name) => writeFile(join(BUNDLE, name), codes.get(name) ?? '')))

function getFolderPrefix(language: string) {
  return language === base ? '' : `${language}/`
}

/** Returns a file's code in a language, with references to other files updated. */
function codeIn(code: string, language: string, texts: Catalogue) {
  const folder = getFolderPrefix(language)
  const words = withTexts(code, (name) => findText(texts, name))
  if (!folder) return words
  return words.replace(NAMES, (_, ...rest) => {
    const { at, file = '' } = rest.at(-1) as Record<string, string | undefined>
    if (at === './') return worded.has(file) ? `./${file}` : `../${file}`
    return worded.has(file) ? `assets/${folder}${file}` : `assets/${file}`
  })
}

function inFolder(text: string, language: string) {
  return text.replace(/assets\/([\w-]+\.js)/g, (address, file: string) =>
    worded.has(file) ? `assets/${getFolderPrefix(language)}${file}` : address,
  )
}

/** Returns the language-specific name for a page or list: `index.html`, `index.de.html`. */
function nameIn(file: string, language: string) {
  return language === base ? file : file.replace('.', `.${language}.`)
}

const [html, loads] = await Promise.all(
  ['index.html', 'first-load.json'].map((file) => readFile(join(dist, file), 'utf8')),
)
if (!html || !loads) throw new Error('the build has no page')

function htmlText(text: string) {
  return text.replace(
    /[&<>"]/g,
    (mark) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[mark] ?? '',
  )
}

function pageIn(page: string, language: string, texts: Catalogue) {
  const text = (name: string) => htmlText(String(findText(texts, name)))
  return inFolder(page, language)
    .replace('<html lang="en">', `<html lang="${language}">`)
    .replace(/(<meta name="description" content=")[^"]*/, (_, tag) => `${tag}${text('landing_lead')}`)
    .replace(/<noscript>[^<]*/, () => `<noscript>${text('languages_noscript')}`)
}

type Landing = { landing: () => { title: string; page: string; offline: string } }

/** Renders the landing page to HTML in a language. */
async function landingIn(language: string, texts: Catalogue, page: string) {
  // Import it again for each language, because the program reads its messages when it's loaded.
  Object.assign(globalThis, {
    [MARK]: (mark: string) => (inputs?: Inputs) =>
      say(language, findText(texts, mark.split('.')[0] ?? ''), inputs),
  })
  const address = pathToFileURL(join(program, 'prerender.js'))
  const { landing } = (await import(`${address.href}?${language}`)) as Landing
  const drawn = landing()
  const made = page
    .replace(/<title>[^<]*<\/title>/, () => `<title>${htmlText(drawn.title)}</title>`)
    .replace(
      '<div id="root"></div>',
      () =>
        `<div id="root" data-prerendered>${drawn.page}</div><template id="offline">${drawn.offline}</template>`,
    )
  if (!made.includes(drawn.page)) throw new Error('index.html has no place for the landing page')
  return made
}

for (const language of languages()) {
  const texts = readCatalogue(language)
  await mkdir(join(assets, getFolderPrefix(language)), { recursive: true })
  const page = pageIn(html, language, texts)
  await Promise.all([
    ...[...worded].map((name) =>
      writeFile(
        join(assets, getFolderPrefix(language), name),
        codeIn(codes.get(name) ?? '', language, texts),
      ),
    ),
    writeFile(join(dist, nameIn('first-load.json', language)), inFolder(loads, language)),
    writeFile(join(dist, nameIn('index.html', language)), page),
    writeFile(join(dist, nameIn('landing.html', language)), await landingIn(language, texts, page)),
  ])
}

await rm(program, { recursive: true })

const brotli = promisify(brotliCompress)
const zipped = promisify(gzip)
/**
 * Files larger than this (bytes) use a lower level: the map engine would take a second per language to save only 1%.
 */
const LARGE = 200_000

function paramsFor(file: string, size: number) {
  return {
    [constants.BROTLI_PARAM_QUALITY]:
      constants.BROTLI_MAX_QUALITY - (size > LARGE && file.includes('/') ? 1 : 0),
  }
}

/** Writes compressed copies next to a text file, so that no request waits for compression. */
async function compress(folder: string, file: string) {
  const content = await readFile(join(folder, file))
  const params = paramsFor(file, content.length)
  const copies = { br: await brotli(content, { params }), gz: await zipped(content, { level: 9 }) }
  for (const [ending, copy] of Object.entries(copies))
    if (copy.length < content.length) await writeFile(join(folder, `${file}.${ending}`), copy)
}

/** The folders with scripts of the client and of the embedded map. */
for (const folder of [assets, join(dist, 'embed')]) {
  const files = (await readdir(folder, { recursive: true })).filter((file) =>
    /\.(m?js|css|svg|json)$/.test(file),
  )
  await Promise.all(files.map((file) => compress(folder, file)))
}
