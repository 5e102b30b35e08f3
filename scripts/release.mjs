import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { KINDS, parseParagraphs } from './lib/changesets.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { giveUp, NODE, ROOT, run } from './lib/run.mjs'

// npm run release: sets one version for all packages, and adds a section to CHANGELOG.md from the changesets.

function at(...path) {
  return join(ROOT, ...path)
}

const CHANGELOG = at('CHANGELOG.md')
const PACKAGES = [
  'apps/server',
  'apps/web',
  'packages/contract',
  'packages/lab',
  'packages/legacy-import',
  'packages/sample',
]

async function changesets(...args) {
  const { code, output } = await run(NODE, [at('node_modules/@changesets/cli/bin.js'), ...args])
  if (code !== 0) giveUp(output)
}

function editJson(path, change) {
  const value = JSON.parse(readFileSync(path, 'utf8'))
  change(value)
  writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`)
}

/** Puts the version into the tags of Nollie's images. */
function tagImages(version) {
  for (const name of readdirSync(at('deploy/kubernetes')).filter((one) => /\.(yaml|md)$/.test(one))) {
    const path = at('deploy/kubernetes', name)
    const text = readFileSync(path, 'utf8')
    writeFileSync(
      path,
      text.replaceAll(/(\bnollie(?:-programs)?(?::|, newTag: ))\d+\.\d+\.\d+/g, `$1${version}`),
    )
  }
}

/** Lists a changeset's paragraphs with their headings. */
function listEntries({ id, summary }) {
  return parseParagraphs(summary).map(({ kind, text }) => {
    if (!kind) giveUp(`.changeset/${id}.md: start each paragraph with ${KINDS.join(':, ')}:`)
    return { heading: kind, text }
  })
}

function writeSection(version, changes) {
  const day = new Date().toISOString().slice(0, 10)
  const entries = changes.flatMap(listEntries)
  const parts = KINDS.map((heading) => {
    const lines = entries.filter((one) => one.heading === heading).map(({ text }) => `- ${text}`)
    return lines.length > 0 ? `### ${heading}\n\n${lines.join('\n')}\n` : ''
  })
  return [`## ${version} (${day})\n`, ...parts.filter(Boolean)].join('\n')
}

await ensureInstalled()
const plan = '.cache/release.json'
mkdirSync(at('.cache'), { recursive: true })
await changesets('status', '--output', plan)
const { changesets: changes, releases } = JSON.parse(readFileSync(at(plan), 'utf8'))
const [release] = releases
if (!release || changes.length === 0) giveUp('Nothing to release. Describe a change with npm run changeset')
const version = release.newVersion
const section = writeSection(version, changes)
await changesets('version')
editJson(at('package.json'), (root) => (root.version = version))
editJson(at('package-lock.json'), (lock) => {
  lock.version = version
  for (const path of ['', ...PACKAGES]) lock.packages[path].version = version
  for (const path of PACKAGES) {
    const { dependencies = {}, devDependencies = {} } = lock.packages[path]
    for (const named of [dependencies, devDependencies])
      for (const name in named) if (name.startsWith('@nollie/')) named[name] = version
  }
})
tagImages(version)
const before = existsSync(CHANGELOG) ? readFileSync(CHANGELOG, 'utf8') : '# Changelog\n'
writeFileSync(CHANGELOG, before.replace(/^# Changelog\n/, `# Changelog\n\n${section}`))
console.log(`Version ${version} is ready. Commit it, and tag it v${version}.`)
