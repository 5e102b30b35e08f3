import { isNode, type Node, parseTree } from './syntax-tree.ts'

/** A function, its lines from first to last, and whether it has a name. */
export type FoundFunction = { name: string; lines: number; isNamed: boolean }

const FUNCTION = /^(?:FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/

function getName(node: unknown): string | null {
  if (!isNode(node)) return null
  const { name, value } = node
  return typeof name === 'string' ? name : typeof value === 'string' ? value : null
}

// Returns the name that a declaration, a constant, a property, or a method gives to the function or call inside it.
function findGivenName(node: Node): string | null {
  switch (node.type) {
    case 'VariableDeclarator':
    case 'FunctionDeclaration':
      return getName(node.id)
    case 'Property':
    case 'PropertyDefinition':
    case 'MethodDefinition':
      return getName(node.key)
    default:
      return null
  }
}

/**
 * Lists all functions of a source file: declarations, arrows, methods, and functions inside others. A function that is
 * an argument, such as in `memo()`, has the name of the constant that gets the result. Any other one has the name of
 * the function around it, and isn't named.
 */
export function findFunctions(source: string, path = '.ts'): FoundFunction[] {
  const found: FoundFunction[] = []
  const visit = (value: unknown, given: string | null, around: string): void => {
    if (Array.isArray(value)) for (const one of value) visit(one, given, around)
    if (!isNode(value)) return
    const own = findGivenName(value) ?? given
    if (!FUNCTION.test(value.type)) {
      const isStatement = /Statement$|^Program$|^ClassBody$/.test(value.type)
      for (const child of Object.values(value)) visit(child, isStatement ? null : own, around)
      return
    }
    const lines = source.slice(value.start, value.end).split('\n').length
    const name = own ?? `in ${around}`
    found.push({ name, lines, isNamed: own !== null })
    for (const child of Object.values(value)) visit(child, null, name)
  }
  visit(parseTree(source, path), null, 'the file')
  return found
}
