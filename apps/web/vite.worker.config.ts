import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

const DIST = fileURLToPath(new URL('./dist/', import.meta.url))
/** Unhashed files that the app's page refers to. */
const BESIDE = ['icon.svg', 'manifest.webmanifest']

function computeHash(...files: string[]): string {
  const hash = createHash('sha256')
  for (const file of files) hash.update(readFileSync(join(DIST, file)))
  return hash.digest('base64url').slice(0, 12)
}

function filesIn(folder: string): string[] {
  return readdirSync(join(DIST, folder), { withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:js|css|woff2|svg)$/.test(entry.name))
    .map(({ name }) => `${folder}/${name}`)
    .toSorted()
}

const assets = filesIn('assets')
const languages = readdirSync(join(DIST, 'assets'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
// Files with messages have the same names in all languages.
const texted = languages[0]
  ? filesIn(`assets/${languages[0]}`).map((file) => file.replace(`/${languages[0]}/`, '/'))
  : []
const files = [...BESIDE, ...assets]
const version = createHash('sha256')
  .update(assets.join())
  .update(computeHash('index.html', ...BESIDE))
  .digest('base64url')
  .slice(0, 12)

/** Builds the service worker after the client, because it lists the client's files. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  publicDir: false,
  define: {
    PROGRAM: JSON.stringify({
      version,
      files: files.map((file) => `/${file}`),
      texted: texted.map((file) => `/${file}`),
      languages,
      ground: computeHash('basemap/world.pmtiles'),
    }),
  },
  build: {
    outDir: 'dist',
    emptyOutDir: false,
    target: 'es2023',
    sourcemap: false,
    reportCompressedSize: false,
    rolldownOptions: {
      input: fileURLToPath(new URL('./src/worker/worker.ts', import.meta.url)),
      output: { format: 'iife', entryFileNames: 'worker.js' },
    },
  },
})
