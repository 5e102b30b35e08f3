import { readFile, rm, writeFile } from 'node:fs/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'

// Lays the landing page as HTML beside the built client. Run by `npm run build` once the client, and the program that
// draws the page, are built.
const dist = fileURLToPath(new URL('../dist/', import.meta.url))
const program = process.argv[2] ?? ''

const { landing } = (await import(pathToFileURL(`${program}/prerender.js`).href)) as {
  landing: () => { title: string; page: string; offline: string }
}
const { title, page, offline } = landing()
const html = await readFile(`${dist}index.html`, 'utf8')
const made = html
  .replace(/<title>[^<]*<\/title>/, () => `<title>${title}</title>`)
  .replace(
    '<div id="root"></div>',
    () => `<div id="root" data-prerendered>${page}</div><template id="offline">${offline}</template>`,
  )
if (!made.includes(page)) throw new Error('index.html has no place for the landing page')
await writeFile(`${dist}landing.html`, made)
await rm(program, { recursive: true })
