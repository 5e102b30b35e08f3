import { expect, test } from 'vitest'
import { read, sources } from './files.ts'
import { isNode, listNodes, type Node, parseTree } from './syntax-tree.ts'

/** Verbs before a noun and `Of`, as in `findSpotOf`. */
const VERBS = 'accept|delete|drop|end|find|forget|hide|is|lock|open|purge|read|remove|select|set|show|undo'
const STARTS_WITH_VERB = new RegExp(`^(?:${VERBS})[A-Z]`)

/** Names that a library or the language defines. */
const GIVEN = new Set(['indexOf', 'lastIndexOf', 'valueOf', 'isPrototypeOf'])

function isFunction(node: unknown): boolean {
  return (
    isNode(node) &&
    /^(?:FunctionExpression|ArrowFunctionExpression|TSEmptyBodyFunctionExpression)$/.test(node.type)
  )
}

function isFunctionType(node: unknown): boolean {
  return isNode(node) && isNode(node.typeAnnotation) && node.typeAnnotation.type === 'TSFunctionType'
}

/** Returns the name that a node gives to a function; null if it doesn't name one. */
function findFunctionName(node: Node): string | null {
  const { type, id, key, init, value, typeAnnotation } = node as Record<string, Node> & { type: string }
  const named = (() => {
    if (type === 'FunctionDeclaration') return id
    if (type === 'VariableDeclarator') return isFunction(init) ? id : null
    if (type === 'MethodDefinition' || type === 'TSMethodSignature') return key
    if (type === 'Property' || type === 'PropertyDefinition') return isFunction(value) ? key : null
    if (type === 'TSPropertySignature') return isFunctionType(typeAnnotation) ? key : null
    return type === 'Identifier' && isFunctionType(typeAnnotation) ? node : null
  })()
  return typeof named?.name === 'string' ? named.name : null
}

/** Lists the names of functions that start with a noun and end with `Of`. */
export function findNounNames(source: string, path = '.ts'): string[] {
  return listNodes(parseTree(source, path))
    .map(findFunctionName)
    .filter((name) => name !== null)
    .filter((name) => /^[a-z]\w*[a-z]Of$/.test(name) && !STARTS_WITH_VERB.test(name) && !GIVEN.has(name))
}

test.for([
  ['a function', 'function rowOf() {}', ['rowOf']],
  ['an arrow', 'const keyOf = (id: string) => id', ['keyOf']],
  ['a method', 'class A { async #lineOf() {} }', ['lineOf']],
  ['a property', 'const a = { fileOf: () => 1 }', ['fileOf']],
  ['a member of a type', 'type A = { textOf?: (value: string) => string }', ['textOf']],
  ['a parameter', 'const list = (idOf: (item: A) => string) => idOf', ['idOf']],
  ['no verb', 'const findSpotOf = () => 1; function isPinOf() {}; const toRow = () => 1', []],
  ['no other value', 'const sumOf = 1; list.indexOf(1)', []],
] as const)('finds %s', ([, source, names]) => {
  expect(findNounNames(source)).toEqual(names)
})

test('functions start with a verb', () => {
  const wrong = sources().flatMap((path) => {
    const source = read(path)
    return /[a-z]Of\b/.test(source) ? findNounNames(source, path).map((name) => `${path}: ${name}`) : []
  })
  expect(wrong).toEqual([])
})
