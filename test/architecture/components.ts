import { listNodes, type Node, parseTree } from './syntax-tree.ts'

/** Excludes constants, which are in capitals. */
const COMPONENT = /^[A-Z][A-Za-z0-9]*[a-z]/

// Returns the name of a component: a function, or the result of a call with one, such as `memo()` or `lazy()`.
function findName(node: Node): string | null {
  const { type, id, init } = node as Node & { id?: { name?: string } | null; init?: { type: string } | null }
  const isFunction =
    type === 'FunctionDeclaration' ||
    (type === 'VariableDeclarator' && /Function|Call/.test(init?.type ?? ''))
  return isFunction && id?.name && COMPONENT.test(id.name) ? id.name : null
}

/** Lists a source file's function components, with the number of lines in each. */
export function findComponents(source: string): { name: string; lines: number }[] {
  return listNodes(parseTree(source, '.tsx')).flatMap((node) => {
    const name = findName(node)
    return name ? [{ name, lines: source.slice(node.start, node.end).split('\n').length }] : []
  })
}
