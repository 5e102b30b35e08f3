import { expect, test } from 'vitest'
import { read, sources } from './files.ts'
import { isNode, listNodes, parseTree } from './syntax-tree.ts'

function isMessages(node: unknown) {
  return isNode(node) && node.type === 'Identifier' && node.name === 'm'
}

/** Counts uses of `m` other than `m.name`: each one would include all texts in the file's chunk. */
function usesOfAll(source: string): number {
  const nodes = listNodes(parseTree(source, '.tsx'))
  const imports = nodes.filter(({ type }) => type === 'ImportSpecifier').flatMap(listNodes)
  const named = nodes.filter(
    (node) => node.type === 'MemberExpression' && !node.computed && isMessages(node.object),
  )
  return nodes.filter(isMessages).length - imports.filter(isMessages).length - named.length
}

const IMPORT = "import { m } from './messages.ts'\n"

test('finds a use of all texts', () => {
  expect(usesOfAll(`${IMPORT}const texts = [m.shell_close(), { label: m.shell_back }]`)).toBe(0)
  expect(usesOfAll(`${IMPORT}const text = m[name]()`)).toBe(1)
  expect(usesOfAll(`${IMPORT}const text = pick(m)`)).toBe(1)
  expect(usesOfAll(`${IMPORT}const { shell_close } = m`)).toBe(1)
})

test('texts are used by name, so that each screen loads only its own', () => {
  const users = sources().filter(
    (path) => path.startsWith('apps/web/src/') && /import \{ m \} from/.test(read(path)),
  )
  expect(users.length).toBeGreaterThan(250)
  expect(users.filter((path) => usesOfAll(read(path)) > 0)).toEqual([])
})
