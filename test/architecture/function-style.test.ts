import { expect, test } from 'vitest'
import { read, sources } from './files.ts'
import { isNode, type Node, parseTree } from './syntax-tree.ts'

/** Lists the constants at the top level that are functions without a declared type. */
function findArrowConstants(source: string, path = '.ts'): string[] {
  const { body } = parseTree(source, path) as Node & { body: Node[] }
  return body
    .map((node) => (isNode(node.declaration) ? node.declaration : node))
    .filter((node) => node.type === 'VariableDeclaration' && node.kind === 'const')
    .flatMap((node) => node.declarations as { id: Node & { name?: string }; init: unknown }[])
    .filter(
      ({ id, init }) =>
        isNode(init) && /^(?:Arrow)?FunctionExpression$/.test(init.type) && !id.typeAnnotation,
    )
    .map(({ id }) => String(id.name))
}

test.for([
  ['an arrow', 'export const add = (a: number) => a + 1', ['add']],
  ['a function expression', 'const add = function (a: number) { return a + 1 }', ['add']],
  ['no declaration', 'export function add(a: number) { return a + 1 }', []],
  ['no arrow inside', 'function add() { const one = () => 1; return one() }', []],
  ['no function whose type is declared', 'const add: Add = (a) => a + 1', []],
] as const)('finds %s', ([, source, names]) => {
  expect(findArrowConstants(source)).toEqual(names)
})

test('functions at the top level are declarations, arrows are inside', () => {
  const wrong = sources().flatMap((path) =>
    findArrowConstants(read(path), path).map((name) => `${path}: ${name}`),
  )
  expect(wrong).toEqual([])
})
