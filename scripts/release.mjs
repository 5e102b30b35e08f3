import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureInstalled } from './lib/install.mjs'
import { giveUp, NODE, ROOT, run } from './lib/run.mjs'

// npm run release: one version for all packages, and a section of CHANGELOG.md from the changesets.

const at = (...path) => join(ROOT, ...path)
const CHANGELOG = at('CHANGELOG.md')
const PACKAGES = ['apps/server', 'apps/web', 'packages/contract', 'packages/sample']
const HEADINGS = { major: 'Operators must act', minor: 'New', patch: 'Mended' }

async function changesets(...args) {
  const { code, output } = await run(NODE, [at('node_modules/@changesets/cli/bin.js'), ...args])
  if (code !== 0) giveUp(output)
}

const editJson = (path, change) => {
  const value = JSON.parse(readFileSync(path, 'utf8'))
  change(value)
  writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`)
}

/** The largest version bump of a changeset over all packages. */
const sizeOf = ({ releases }) =>
  Object.keys(HEADINGS).find((size) => releases.some(({ type }) => type === size)) ?? 'patch'

function sectionOf(version, changes) {
  const day = new Date().toISOString().slice(0, 10)
  const parts = Object.entries(HEADINGS).map(([size, heading]) => {
    const lines = changes.filter((one) => sizeOf(one) === size).map(({ summary }) => `- ${summary.trim()}`)
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
if (!release || changes.length === 0) giveUp('No changeset says what is new: npm run changeset')
await changesets('version')
const version = release.newVersion
editJson(at('package.json'), (root) => (root.version = version))
editJson(at('package-lock.json'), (lock) => {
  lock.version = version
  for (const path of ['', ...PACKAGES]) lock.packages[path].version = version
  for (const path of PACKAGES) {
    const { dependencies = {} } = lock.packages[path]
    if (dependencies['@nollie/contract']) dependencies['@nollie/contract'] = version
  }
})
const before = existsSync(CHANGELOG) ? readFileSync(CHANGELOG, 'utf8') : '# Changelog\n'
writeFileSync(CHANGELOG, before.replace(/^# Changelog\n/, `# Changelog\n\n${sectionOf(version, changes)}`))
console.log(`Version ${version} is written; commit it and tag it v${version}.`)
