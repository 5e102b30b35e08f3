import { dirname, join } from 'node:path/posix'
import { expect, test } from 'vitest'
import { read, repositoryFiles } from './files.ts'
import { isNode, listNodes, parseTree } from './syntax-tree.ts'

/** The folders that are divided into rooms: sub-folders named after nouns. */
const HOUSE = /^apps\/(?:server\/src\/(?:modules|platform)\/[^/]+|web\/src\/(?:features\/[^/]+|ui|lib))(?=\/)/
/** On the server, services of accounts have their own order (`rules.ts`). On the client, their forms lead to each other. */
const OWN_ORDER = /\/(?:modules\/accounts|features\/(?:accounts|settings))$/

type Sources = Record<string, string>

/** Returns the room of a file as a path, or null if the file is beside the rooms. */
function getRoom(path: string): string | null {
  const [house] = HOUSE.exec(path) ?? []
  if (!house || OWN_ORDER.test(house)) return null
  const [room, file] = path.slice(house.length + 1).split('/')
  return room && file ? `${house}/${room}` : null
}

/** Lists the paths of the modules that a source uses, including those it loads later, but not types. */
function listUsed(path: string, source: string): string[] {
  return listNodes(parseTree(source, path)).flatMap((node) => {
    const isUse = /^(?:Import(?:Declaration|Expression)|Export(?:Named|All)Declaration)$/.test(node.type)
    if (!isUse || node['importKind'] === 'type' || node['exportKind'] === 'type' || !isNode(node['source']))
      return []
    const value = node['source']['value']
    return typeof value === 'string' && /^\..*\.tsx?$/.test(value) ? [join(dirname(path), value)] : []
  })
}

/** Lists the rooms that need each other, directly or through others. */
function listTangled(sources: Sources): string[] {
  const needs = new Map<string, Set<string>>()
  for (const [path, source] of Object.entries(sources)) {
    const room = getRoom(path)
    if (!room) continue
    const others = listUsed(path, source).flatMap((used) => getRoom(used) ?? [])
    const inHouse = others.filter((other) => other !== room && dirname(other) === dirname(room))
    needs.set(room, new Set([...(needs.get(room) ?? []), ...inHouse]))
  }
  const reaches = (from: string, to: string, seen = new Set<string>()): boolean =>
    [...(needs.get(from) ?? [])].some((next) => {
      if (next === to) return true
      if (seen.has(next)) return false
      return reaches(next, to, seen.add(next))
    })
  return [...needs.keys()].filter((room) => reaches(room, room)).toSorted()
}

test('rooms don’t import each other: code that two of them share is in the folder above', () => {
  const map = 'apps/web/src/features/map'
  expect(
    listTangled({
      [`${map}/card/a.tsx`]: `import { b } from '../sheet/b.ts'`,
      [`${map}/sheet/b.ts`]: `export const c = () => import('../list/c.ts')`,
      [`${map}/list/c.ts`]: `export { a } from '../card/a.tsx'`,
      [`${map}/view/d.ts`]: `import type { a } from '../card/a.tsx'; import { e } from '../e.ts'`,
      [`${map}/e.ts`]: `import { d } from './view/d.ts'`,
    }),
  ).toEqual([`${map}/card`, `${map}/list`, `${map}/sheet`])
  const paths = repositoryFiles().filter((path) => HOUSE.test(path) && /(?<!\.test)\.tsx?$/.test(path))
  expect(listTangled(Object.fromEntries(paths.map((path) => [path, read(path)])))).toEqual([])
})
